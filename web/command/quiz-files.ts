import { statSync } from 'node:fs';
import type { Engine } from '../../emscripten/package/contract.js';
import {
  isMarkdownName,
  limits,
  readJson,
  readQuizFile,
  type QuizFile,
} from '../elements/quiz/own/file.js';
import { readMarkdown } from '../elements/quiz/own/markdown.js';
import { lineOf, splitMarkdown, type Section } from '../elements/quiz/own/markdown-lines.js';
import type { Quiz } from '../elements/quiz/question.js';
import { FileError, readFile } from './files.js';
import { jsonLines } from './json-lines.js';

/** The quizzes of a file, and a line of text for each problem, with file and line. */
export interface CheckedQuizzes {
  readonly quizzes: readonly Quiz[];
  readonly problems: readonly string[];
  /** Its text is that of a lesson. */
  readonly isLesson: boolean;
}

/** Drops the byte order mark with which editors may begin a file. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @param name  how messages name the file */
export function readText(path: string, name = path): string {
  const bytes = readFile(path, name);
  try {
    return utf8.decode(bytes);
  } catch {
    throw new FileError(`${name} is not UTF-8; save it as UTF-8`);
  }
}

/**
 * @param name  how messages name the file
 * @throws FileError if it cannot be read
 */
export function checkQuizFile(path: string, name: string, engine: Engine): CheckedQuizzes {
  if (statSync(path).size > limits.bytes) {
    const problems = [`${name}: is larger than ${limits.bytes / 1024} KiB`];
    return { quizzes: [], problems, isLesson: false };
  }
  const text = readText(path, name);
  const isMarkdown = isMarkdownName(name);
  const file = isMarkdown ? readMarkdown(text) : locatedJson(text);
  const isOtherKind = file.problems && !isMarkdown && !/\.json$/iu.test(name);
  const advice = isOtherKind ? ' (a quiz file in Markdown ends with .md)' : '';
  const { quizzes, problems } = readQuizFile(file, engine);
  return {
    quizzes: problems.length > 0 ? [] : [...quizzes.values()],
    isLesson: isMarkdown && !isQuizMarkdown(text),
    problems: problems.map(({ at, message }) => {
      const line = file.lineOf?.(at);
      const [, ofText, rest = message] = /^line (\d+): (.*)$/su.exec(message) ?? [];
      return `${[name, ofText ?? line].filter(Boolean).join(':')}: ${at ? `${at} ` : ''}${rest}${advice}`;
    }),
  };
}

function locatedJson(text: string): QuizFile {
  const file = readJson(text);
  if (file.problems)
    return { ...file, problems: file.problems.map((each) => withLine(each, text)) };
  const lines = jsonLines(text, limits.depth);
  return { ...file, lineOf: (at) => lineOf(lines, at) };
}

/** Node's message has a position for some errors only. */
function withLine({ at, message }: { at: string; message: string }, text: string) {
  const oneLine = message.replace(/\s+/gu, ' '); // Node's message may have a piece of the file
  return { at, message: `line ${errorLine(text.split('\n'))}: ${oneLine}` };
}

/** The first line after which the text can no longer become JSON; the last if it only ends early. */
function errorLine(lines: readonly string[]): number {
  let [low, high] = [1, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (canBecomeJson(`${lines.slice(0, middle).join('\n')}\n`)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function canBecomeJson(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return true;
  } catch (error) {
    const { message } = error as Error;
    const [, position] = /at position (\d+)/u.exec(message) ?? [];
    return position === undefined
      ? message === 'Unexpected end of JSON input'
      : Number(position) >= beginning.length;
  }
}

/** Whether a Markdown file has questions; otherwise it is a lesson. */
export function isQuizMarkdown(text: string): boolean {
  const { sections, strayLine } = splitMarkdown(text);
  const someHas = (name: RegExp, sections: readonly Section[]) =>
    sections.some(({ head }) => head.some(({ text }) => name.test(text)));
  if (strayLine === null && someHas(/^(title|mastery):/u, sections.slice(0, 1))) return false;
  return someHas(/^(type|answer|numbers):/u, sections);
}
