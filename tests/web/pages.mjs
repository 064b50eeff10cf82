import { readdirSync, readFileSync } from 'node:fs';
import { bundled } from './bundled.mjs';

const { readPages } = await bundled('site/pages.ts');
const folder = new URL('../../web/lesson/', import.meta.url);
const files = readdirSync(folder).map((name) => [
  name.replace('.md', ''),
  readFileSync(new URL(name, folder), 'utf8'),
]);

/** The symbols of a heading as they are read: W_O is WO. */
const plain = (heading) => heading.replace(/\$|\\text|[_{}]/gu, '');
/** The places of the site, in their order, and what each has as its heading. */
export const headings = Object.fromEntries(
  readPages(Object.fromEntries(files)).map(({ id, text }) => [
    id,
    plain(/^# (.+)$/mu.exec(text)[1]),
  ]),
);
export const places = Object.keys(headings);
