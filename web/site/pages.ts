/** A page of the lesson, from its file in web/lesson: a head, a line `---`, the text. */
export interface Page {
  /** The name of the file and the hash of the page. */
  readonly id: string;
  /** The title in lists of pages. */
  readonly title: string;
  /** Pages are sorted by this number. */
  readonly place: number;
  /** What one can do there, for the list on the start page; null if it is not listed. */
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
  const [, head, text] = /^---\n(.*?)\n---\n(.*)$/su.exec(file) ?? [];
  if (head === undefined || text === undefined) {
    throw new Error(`${id}.md does not begin with title and place, between two lines of ---`);
  }
  const { title, place, summary = null, ...others } = readHead(head);
  if (!title) throw new Error(`${id}.md has no title`);
  if (!/^\d+$/u.test(place ?? '')) throw new Error(`${id}.md: its place is no whole number`);
  for (const name in others) throw new Error(`${id}.md: ${name} is not known`);
  return { id, title, place: Number(place), summary, text };
}

/** Parses lines `name: value`. A value may continue in indented lines. */
const readHead = (head: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(head.matchAll(/^(\w+): (?:>-)?(.*(?:\n +.*)*)/gmu), ([, name = '', value = '']) => [
      name,
      value.replace(/\s+/gu, ' ').trim(),
    ]),
  );
