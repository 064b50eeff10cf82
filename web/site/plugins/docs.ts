/** The documentation: pages of their own in the folder docs/, from web/docs and the sources. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin, Rollup } from 'vite';
import { apiReference } from '../render/api-reference.js';
import { cppReference } from '../render/cpp-reference.js';
import { docsHtml, type Generated } from '../render/docs-html.js';
import type { Quiz } from '../../elements/quiz/question.js';
import quizSchema from '../../elements/quiz/quizzes/quiz.schema.json' with { type: 'json' };
import { elementReference, type Manifest } from '../render/element-reference.js';
import { renderText } from '../render/markdown.js';
import { questionList, quizReference } from '../render/quiz-reference.js';
import { readDocs } from '../render/read-lesson.js';
import { policyMeta } from './policies.js';

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');

/** A section of the README, which is its only source, with headings of the second level. */
function readmeSection(title: string): string {
  const [, text] = new RegExp(`^## ${title}\\n(.*?)(?=^## )`, 'msu').exec(read('README.md')) ?? [];
  if (text === undefined) throw new Error(`README.md has no section ${title}`);
  const places = text.replace(/\[([^\]]+)\]\((?!https?:)[^)]+\)/gu, '$1'); // files of the repository
  return `<h2>${title}</h2>\n${renderText(places)}`;
}

interface Budget {
  readonly together: number;
  readonly doors: Readonly<Record<string, { bytes: number; requests: number }>>;
  readonly lesson: { bytes: number; requests: number };
}

/** The limits that the tests hold. */
function budgets(): string {
  const { together, doors, lesson } = JSON.parse(read('emscripten/budget.json')) as Budget;
  const kilobytes = (bytes: number) => `${Math.round(bytes / 100) / 10} KB`;
  const rows = [
    ['the engine, until its first result', kilobytes(together), 2],
    ...Object.entries(doors).map(([name, { bytes, requests }]) => [
      `the script of \`<mh-${name}>\`, without the engine`,
      kilobytes(bytes),
      requests,
    ]),
    ['the lesson, before one scrolls', kilobytes(lesson.bytes), lesson.requests],
  ];
  const lines = rows.map((row) => `| ${row.join(' | ')} |`);
  return renderText(['| what | at most | requests |', '| - | - | - |', ...lines].join('\n'));
}

function lessonQuizzes(): Quiz[] {
  const folder = 'web/elements/quiz/quizzes';
  const names = readdirSync(new URL(`../../../${folder}`, import.meta.url));
  return names
    .filter((name) => name.endsWith('.json') && name !== 'quiz.schema.json')
    .map((name) => JSON.parse(read(`${folder}/${name}`)) as Quiz);
}

const generated: Generated = {
  api: apiReference,
  cpp: cppReference,
  library: () => readmeSection('In C\\+\\+').replace(/<h2>.*<\/h2>/u, ''),
  elements: () => elementReference(JSON.parse(read('dist/custom-elements.json')) as Manifest),
  quiz: () => quizReference(quizSchema),
  questions: () => questionList(lessonQuizzes()),
  speed: () => readmeSection('How fast'),
  budgets,
  training: () => readmeSection('What training reaches'),
};

/** It loads nothing but its own style sheet and the script for the theme. */
const directives = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
];

/** Only for the site: the single file has no files beside it, and so no link to them. */
export function docs(): Plugin {
  return {
    name: 'docs',
    enforce: 'post',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [, name] = /^\/docs\/([\w.-]+)/u.exec(request.url ?? '') ?? [];
        if (name === undefined) return next();
        try {
          const isOwn = own.includes(name);
          const file = isOwn
            ? read(`web/site/${name}`)
            : docsHtml(readDocs(), generated, headWith('/site.css?direct'))[name];
          const type = { css: 'text/css', js: 'text/javascript' }[name.split('.').at(-1)!];
          response.setHeader('content-type', type ?? 'text/html; charset=utf-8').end(file);
        } catch (error) {
          next(error);
        }
      });
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const emit = (name: string, source: string) =>
          this.emitFile({ type: 'asset', fileName: `docs/${name}`, source });
        const head = `${policyMeta(directives)}\n${headWith(`../${styleSheet(bundle)}`)}`;
        for (const [name, html] of Object.entries(docsHtml(readDocs(), generated, head))) {
          emit(name, html);
        }
        for (const name of own) emit(name, read(`web/site/${name}`));
      },
    },
  };
}

/** Files of the documentation alone. */
const own = ['docs.css', 'docs.js'];

/** @param styleSheet  the address of the site's */
const headWith = (styleSheet: string) => `<link rel="icon" href="../icon.svg" />
<script src="docs.js"></script>
<link rel="stylesheet" href="${styleSheet}" />
<link rel="stylesheet" href="docs.css" />`;

function styleSheet(bundle: Rollup.OutputBundle): string {
  const found = Object.keys(bundle).find((name) => /^assets\/index-.*\.css$/u.test(name));
  if (found === undefined) throw new Error('docs: the site has no style sheet');
  return found;
}

const noFrames =
  '<p>This copy of the lesson is one file, without <code>embed.html</code> beside it: a frame is empty.</p>';

/** The single file has no files beside it: links to them are plain text, and frames say so. */
export function withoutFiles(): Plugin {
  return {
    name: 'without-files',
    transformIndexHtml: (html) =>
      html
        .replace(/<iframe id="[^>]*><\/iframe>/gu, noFrames)
        .replace(/\s*<a class="to-docs"[^>]*>[^<]*<\/a>/gu, '')
        .replace(/<a [^>]*href="docs\/[^>]*>(.*?)<\/a>/gsu, '$1'),
  };
}
