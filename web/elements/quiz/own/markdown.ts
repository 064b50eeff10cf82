import type { QuizFile } from './file.js';
import {
  lineOf,
  noEnd,
  readHead,
  splitMarkdown,
  type Line,
  type Section,
} from './markdown-lines.js';
import type { Problem } from './schema.js';

type Fields = Record<string, unknown>;

/**
 * A quiz file in Markdown. Each question begins with a head between two lines of `---`; its text, its
 * list and the explanation, a quote, follow. A first head without a text has fields for all.
 *
 * @return what the JSON file would have, with the line of each value
 */
export function readMarkdown(text: string): QuizFile {
  const lines = new Map<string, number>();
  const problems: Problem[] = [];
  const report = (line: number, message: string) =>
    problems.push({ at: '', message: `line ${line}: ${message}` });
  const { sections: found, strayLine, openLine } = splitMarkdown(text);
  const sections = openLine === null ? found : found.slice(0, -1);
  if (openLine !== null) report(openLine, noEnd);
  if (strayLine !== null) report(strayLine, 'a question begins with a head between lines of ---');
  const isShared = sections.length > 1 && sections[0]!.body.every(({ text }) => text.trim() === '');
  const shared = isShared ? readHead(sections[0]!.head, report) : new Map<string, never>();
  const quizzes = (isShared ? sections.slice(1) : sections).map((section, index) => {
    const place = (at: string, line: number) => lines.set(`/${index}${at}`, line);
    place('', section.line);
    return readQuestion(section, shared, place, report);
  });
  return { input: quizzes, problems, lineOf: (at) => lineOf(lines, at) };
}

type Place = (at: string, line: number) => void;
type Report = (line: number, message: string) => void;

function readQuestion(
  { head, body }: Section,
  shared: ReturnType<typeof readHead>,
  place: Place,
  report: Report,
): Fields {
  const quiz: Fields = {};
  for (const [name, { value, line }] of [...shared, ...readHead(head, report)]) {
    quiz[name] = value;
    place(`/${name}`, line);
  }
  if (quiz['type'] === 'short-answer' && typeof quiz['answer'] === 'string') {
    quiz['answer'] = { words: quiz['answer'].split('|').map((word) => word.trim()) };
  }
  const parts = partsOf(body, report);
  const set = (name: string, value: unknown, line: number) => {
    quiz[name] = value;
    place(`/${name}`, line);
  };
  if (parts.question.length > 0) set('question', joined(parts.question), parts.question[0]!.line);
  if (parts.code)
    set('code', { language: parts.code.language, lines: parts.code.lines }, parts.code.line);
  if (parts.explanation.length > 0) {
    set('explanation', joined(parts.explanation), parts.explanation[0]!.line);
  }
  if (parts.items.length > 0) {
    const name = listName(quiz['type']);
    set(
      name,
      parts.items.map((item) => readItem(item, quiz)),
      parts.items[0]!.line,
    );
    parts.items.forEach(({ line }, index) => place(`/${name}/${index}`, line));
  }
  return quiz;
}

const joined = (lines: readonly Line[]): string =>
  lines
    .map(({ text }) => text.trim())
    .join(' ')
    .trim();

interface Item {
  readonly line: number;
  readonly texts: Line[];
  readonly feedback: Line[];
}
interface Parts {
  readonly question: Line[];
  readonly explanation: Line[];
  readonly items: Item[];
  code: { language: string; lines: string[]; line: number } | null;
}

/** Each pattern has one way to match: with two, a long row of spaces would take very long. */
const fence = /^\s{0,3}(`{3,})\s*([\w-]*)$/u;
const listItem = /^\s{0,3}(?:[-*+]|\d{1,9}[.)])\s+(.*)$/su;
const quote = /^(\s*)>\s?(.*)$/su;

/** Text, then code, then a list with feedback in quotes, then the explanation in a quote. */
function partsOf(body: readonly Line[], report: Report): Parts {
  const parts: Parts = { question: [], explanation: [], items: [], code: null };
  let open: { marks: string; lines: string[] } | null = null;
  for (const { text, line } of body) {
    const [, marks, language = ''] = fence.exec(text.trimEnd()) ?? [];
    if (open) {
      if (marks !== undefined && marks.length >= open.marks.length) open = null;
      else open.lines.push(text);
    } else if (marks !== undefined) {
      if (parts.code) report(line, 'a question has one listing');
      parts.code = { language: languages[language] ?? language, lines: [], line };
      open = { marks, lines: parts.code.lines };
    } else if (text.trim() !== '' && !/^#{1,6}\s/u.test(text)) {
      readLine(parts, { text, line }, report);
    }
  }
  if (open) report(parts.code!.line, 'this listing has no end');
  return parts;
}

const languages: Readonly<Record<string, string>> = { '': 'text', py: 'python', js: 'javascript' };

function readLine(parts: Parts, { text, line }: Line, report: Report) {
  const item = parts.items.at(-1);
  const [, indent, quoted] = quote.exec(text) ?? [];
  const [, first] = listItem.exec(text) ?? [];
  if (quoted !== undefined) {
    const isFeedback = item && indent !== '' && parts.explanation.length === 0;
    (isFeedback ? item.feedback : parts.explanation).push({ text: quoted, line });
  } else if (parts.explanation.length > 0) {
    report(line, 'nothing may follow the explanation, which is the quote at the end');
  } else if (first !== undefined) {
    parts.items.push({ line, texts: [{ text: first, line }], feedback: [] });
  } else if (item && /^\s/u.test(text)) {
    item.texts.push({ text, line });
  } else if (item) {
    report(line, 'only the explanation, a quote, may follow the list');
  } else {
    parts.question.push({ text, line });
  }
}

function listName(type: unknown): string {
  if (type === 'multiple-choice' || type === 'multiple-response') return 'options';
  return type === 'order' ? 'steps' : 'mistakes';
}

/** An option, a step or a mistake. */
function readItem({ texts, feedback }: Item, quiz: Fields): Fields {
  const text = joined(texts);
  const [, mark, label] = /^\[([ xX])\]\s+(.*)$/su.exec(text) ?? [];
  return {
    ...(mark === undefined
      ? unmarked(text, texts, quiz)
      : { text: label, ...(mark === ' ' ? {} : { right: true }) }),
    ...(feedback.length > 0 ? { feedback: joined(feedback) } : {}),
  };
}

/** An item without a box: what it is follows from the question's type. */
function unmarked(text: string, texts: readonly Line[], { type, answer }: Fields): Fields {
  switch (type) {
    case 'multiple-choice':
      return text.startsWith('[') ? { shape: text } : { value: text };
    case 'numeric':
      return { value: text };
    case 'shape':
      return { shape: text };
    case 'short-answer':
      return isFormula(answer)
        ? { formula: text }
        : { words: text.split('|').map((word) => word.trim()) };
    case 'output':
      return { lines: texts.map(({ text }) => (text.trim() === '…' ? null : text.trim())) };
    default:
      return { text };
  }
}

const isFormula = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'formula' in answer;
