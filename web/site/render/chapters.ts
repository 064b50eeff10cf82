import { splitHead } from './head.js';

/** A chapter of the lesson, from its file `web/lesson/chapters/NN-id.md`. */
export interface Chapter {
  /** The hash of the chapter. */
  readonly id: string;
  readonly number: number;
  /** The title and question are Markdown. */
  readonly title: string;
  readonly question: string;
  readonly difficulty: 1 | 2 | 3;
  /** Markdown with our elements. */
  readonly text: string;
}

/** A long page of several chapters. */
export interface Part {
  /** The id of its section in the page. */
  readonly id: string;
  readonly title: string;
  readonly chapters: readonly Chapter[];
}

/** The long pages: their titles, and the number of the last chapter of each. */
const groups = [
  { title: 'Multi-head attention', last: 5 },
  { title: 'Inside the layer', last: 8 },
  { title: 'Cost and speed', last: 11 },
  { title: 'Practice', last: 16 },
];

/** @param files  the content of the files, by name without .md */
export function readChapters(files: Readonly<Record<string, string>>): Chapter[] {
  const chapters = Object.entries(files).map(([name, file]) => readChapter(name, file));
  return chapters.sort((a, b) => a.number - b.number);
}

/** The long pages that have chapters. */
export const partsOf = (chapters: readonly Chapter[]): Part[] =>
  groups
    .map(({ title, last }, i) => {
      const first = (groups[i - 1]?.last ?? 0) + 1;
      const own = chapters.filter(({ number }) => first <= number && number <= last);
      return { id: `part-${i + 1}`, title, chapters: own };
    })
    .filter(({ chapters }) => chapters.length > 0);

function readChapter(name: string, file: string): Chapter {
  const [, number, id] = /^(\d\d)-([a-z][a-z-]*)$/u.exec(name) ?? [];
  if (!number || !id) throw new Error(`chapters/${name}.md: its name is not like 02-query-key`);
  const [{ title, question, difficulty, ...others }, text] = splitHead(`chapters/${name}`, file);
  for (const field in others) throw new Error(`chapters/${name}.md: ${field} is not known`);
  if (!title || !question) throw new Error(`chapters/${name}.md has no title or no question`);
  const level = ([1, 2, 3] as const).find((level) => String(level) === difficulty);
  if (!level) throw new Error(`chapters/${name}.md: its difficulty is not 1, 2 or 3`);
  return { id, number: Number(number), title, question, difficulty: level, text };
}
