import { readFileSync } from 'node:fs';

const read = (path) => readFileSync(new URL(`../../web/${path}`, import.meta.url), 'utf8');

/** The places of the site, in their order, and what each has as its heading. */
export const headings = Object.fromEntries(
  Array.from(
    read('site/index.html').matchAll(/<section id="([\w-]+)" class="page"/gu),
    ([, place]) => [place, /^# (.+)$/mu.exec(read(`lesson/${place}.md`))[1]],
  ),
);
export const places = Object.keys(headings);
