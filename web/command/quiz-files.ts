import { readFileSync, statSync } from 'node:fs';
import type { Engine } from '../../emscripten/package/contract.js';
import { limits, readJson, readQuizFile, type QuizFile } from '../elements/quiz/own/file.js';
import { readMarkdown } from '../elements/quiz/own/markdown.js';
import { splitMarkdown } from '../elements/quiz/own/markdown-lines.js';
import type { Quiz } from '../elements/quiz/question.js';
import { jsonLines, lineIn } from './json-lines.js';

/** The quizzes of a file, and a line of text for each problem, with file and line. */
export interface CheckedQuizzes {
  readonly quizzes: readonly Quiz[];
  readonly problems: readonly string[];
}

/** @param name  how messages name the file */
export function checkQuizFile(path: string, name: string, engine: Engine): CheckedQuizzes {
  if (statSync(path).size > limits.bytes) {
    return { quizzes: [], problems: [`${name}: is larger than ${limits.bytes / 1024} KiB`] };
  }
  const text = readFileSync(path, 'utf8');
  const file = name.endsWith('.md') ? readMarkdown(text) : locatedJson(text);
  const { quizzes, problems } = readQuizFile(file, engine);
  return {
    quizzes: problems.length > 0 ? [] : [...quizzes.values()],
    problems: problems.map(({ at, message }) => {
      const line = file.lineOf?.(at);
      const [, ofText, rest = message] = /^line (\d+): (.*)$/su.exec(message) ?? [];
      return `${[name, ofText ?? line].filter(Boolean).join(':')}: ${at ? `${at} ` : ''}${rest}`;
    }),
  };
}

function locatedJson(text: string): QuizFile {
  const file = readJson(text.replace(/^\uFEFF/u, ''));
  if (file.problems)
    return { ...file, problems: file.problems.map((each) => withLine(each, text)) };
  const lines = jsonLines(text);
  return { ...file, lineOf: (at) => lineIn(lines, at) };
}

/** Node's message has the position of the error, or its line. */
function withLine({ at, message }: { at: string; message: string }, text: string) {
  const [, position] = /at position (\d+)/u.exec(message) ?? [];
  const before = text.slice(0, position === undefined ? text.length : Number(position));
  return { at, message: `line ${before.split('\n').length}: ${message}` };
}

/** Whether a Markdown file has questions; otherwise it is a lesson. */
export const isQuizMarkdown = (text: string): boolean =>
  splitMarkdown(text).sections.some(({ head }) =>
    head.some(({ text }) => /^(type|answer|numbers):/u.test(text)),
  );
