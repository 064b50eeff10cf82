import { splitHead } from './head.js';

/** A page beside the lesson's chapters, such as a lab, from its file in web/lesson. */
export interface Page {
  /** The name of the file and the hash of the page. */
  readonly id: string;
  /** The title in lists of pages. */
  readonly title: string;
  /** Pages are sorted by this number. */
  readonly place: number;
  /** What one can do there, for the list of labs; null if it is not listed. */
  readonly summary: string | null;
  /** Markdown with our elements. */
  readonly text: string;
}

/** @param files  the content of the files by page id */
export const readPages = (files: Readonly<Record<string, string>>): Page[] =>
  Object.entries(files)
    .map(([id, file]) => readPage(id, file))
    .sort((a, b) => a.place - b.place || (a.id < b.id ? -1 : 1));

function readPage(id: string, file: string): Page {
  const [{ title, place, summary = null, ...others }, text] = splitHead(id, file);
  if (!title) throw new Error(`${id}.md has no title`);
  if (!/^\d+$/u.test(place ?? '')) throw new Error(`${id}.md: its place is no whole number`);
  for (const name in others) throw new Error(`${id}.md: ${name} is not known`);
  return { id, title, place: Number(place), summary, text };
}
