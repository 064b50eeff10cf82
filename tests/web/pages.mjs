import { readdirSync, readFileSync } from 'node:fs';
import { bundled } from './bundled.mjs';

const { readPages } = await bundled('site/render/pages.ts');
const { partsOf, readChapters } = await bundled('site/render/chapters.ts');

/** The Markdown files of a folder of the lesson, by name without .md. */
function filesOf(path) {
  const folder = new URL(`../../web/lesson/${path}`, import.meta.url);
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => [name.replace('.md', ''), readFileSync(new URL(name, folder), 'utf8')]),
  );
}

/** The symbols of a heading as they are read: W_O is W O. */
export const plain = (heading) =>
  heading.replace(/\$|\\(?:text|sqrt|operatorname)|[{}]/gu, '').replaceAll('_', ' ');

export const chapters = readChapters(filesOf('chapters/'));
/** The long pages. */
export const parts = partsOf(chapters);
/** The pages beside the chapters, with their texts. */
export const labs = readPages(filesOf(''));

/** The pages of the site, in their order, and what each has as its heading. */
export const headings = Object.fromEntries([
  ...parts.map(({ id, title }) => [id, title]),
  ...labs.map(({ id, text }) => [id, plain(/^# (.+)$/mu.exec(text)[1])]),
]);
export const places = Object.keys(headings);
/** The page of each chapter. */
export const partOf = Object.fromEntries(
  parts.flatMap(({ id, chapters }) => chapters.map((chapter) => [chapter.id, id])),
);
