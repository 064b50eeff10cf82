/** A page of the lesson: what its file in web/lesson says before and after the line `---`. */
export interface Page {
  /** The name of the file, and of the page in addresses. */
  readonly id: string;
  /** In lists of pages. */
  readonly title: string;
  /** Pages are in the order of these numbers. */
  readonly place: number;
  /** What one can do there, for the start page; null where it is not listed. */
  readonly summary: string | null;
  /** In Markdown, with our own elements in it. */
  readonly text: string;
}

/** @param files  what is in the files, by the page's id */
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

/** `name: value`, where a value may also be in the lines below, behind spaces. */
const readHead = (head: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(head.matchAll(/^(\w+): (?:>-)?(.*(?:\n +.*)*)/gmu), ([, name = '', value = '']) => [
      name,
      value.replace(/\s+/gu, ' ').trim(),
    ]),
  );
