import { readFileSync } from 'node:fs';

const read = (path) => readFileSync(new URL(`../../web/${path}`, import.meta.url), 'utf8');

const page = read('site/index.html');

/** A page's heading is in its lesson, or before its figure. */
const headingOf = (place) =>
  (/^# (.+)$/mu.exec(read(`lesson/${place}.md`)) ??
    new RegExp(`<section id="${place}"[^<]*<div class="prose"><h1>([^<]+)`, 'u').exec(page))[1];

/** The places of the site, in their order, and what each has as its heading. */
export const headings = Object.fromEntries(
  Array.from(page.matchAll(/<section id="([\w-]+)" class="page"/gu), ([, place]) => [
    place,
    headingOf(place),
  ]),
);
export const places = Object.keys(headings);
