import { bootHash } from '../../elements/cells/python/frame-boot.js';
import { escapeText } from '../../lib/escape-text.js';
import { policyHash } from '../../lib/policy-hash.js';
import { isRightToLeft } from '../right-to-left.js';
import type { Quiz } from '../../elements/quiz/question.js';
import type { Lesson } from './lesson.js';
import { lessonStyle } from './style.js';

/** A script of the page: its text, or the name of a file beside the page. */
export type Script = { readonly text: string } | { readonly file: string };

/** Marks our pages, which the command may overwrite. */
export const generator = '<meta name="generator" content="manyheads">';

/** The page of a lesson. Its policy allows these scripts alone, and no request to another host. */
export function lessonPage(lesson: Lesson, scripts: readonly Script[], comment = ''): string {
  const data = [...lesson.files].map(
    ([id, quizzes]) =>
      `<script type="application/json" id="${id}">${toScript(quizzes.map(asInFile))}</script>`,
  );
  return `<!doctype html>
<html lang="${escapeText(lesson.lang)}"${isRightToLeft(lesson.lang) ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(scripts)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${generator}
<title>${escapeText(lesson.title)}</title>
<link rel="icon" href="data:,">
<style>${lessonStyle}</style>
</head>
<body>
<main>
${lesson.html}</main>
${data.join('\n')}
${scripts.map(scriptTag).join('\n')}
${comment && `<!--\n${comment.replace(/--/gu, '- -')}\n-->\n`}</body>
</html>
`;
}

/** In a file, a question without a section has none; an empty one would be wrong. */
const asInFile = ({ section, ...quiz }: Quiz) => (section === '' ? quiz : { ...quiz, section });

/** JSON that cannot end the script that it is in, nor begin a comment there. */
export const toScript = (data: unknown): string =>
  JSON.stringify(data).replace(/<(?=[!/])/gu, '\\u003c');

const scriptTag = (script: Script) =>
  'file' in script
    ? `<script src="${script.file}"></script>`
    : `<script>${asInline(script.text)}</script>`;

/** Our own scripts have such texts only in strings and patterns, where \\x3c is the same. */
const asInline = (text: string) => text.replace(/<(?=\/script|!--|script)/giu, '\\x3c');

function policy(scripts: readonly Script[]): string {
  const sources = scripts.map((script) =>
    'file' in script ? "'self'" : policyHash(asInline(script.text)),
  );
  return [
    "default-src 'none'",
    `script-src 'wasm-unsafe-eval' '${bootHash}' ${[...new Set(sources)].join(' ')}`,
    `style-src ${policyHash(lessonStyle)}`,
    'worker-src blob:',
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html manyheads',
  ].join('; ');
}
