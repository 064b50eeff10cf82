import { placesOf } from './lesson-html.js';

/** The site as files: the page that opens first, and the others, which are fetched when they are shown. */
export interface SplitPages {
  /** The document with its first page only. */
  readonly first: string;
  /** The documents of the others, by the id of their page. */
  readonly others: Readonly<Record<string, string>>;
  /** The places on each of the others. */
  readonly places: Readonly<Record<string, readonly string[]>>;
}

/** @param html  the document with all pages */
export function splitPages(html: string): SplitPages {
  const [begin, end] = [html.indexOf('<section id='), html.lastIndexOf('</main>')];
  const pages = html.slice(begin, end).split(/(?=<section\b)/u);
  const [[, ...places], [firstPage, ...otherPages]] = [placesOf(pages.join('')), pages];
  if (places.length !== otherPages.length) throw new Error('A page has a section within it');
  const documents = otherPages.map((page) => `<!doctype html><meta charset="utf-8" />\n${page}`);
  return {
    first: html.slice(0, begin) + firstPage + html.slice(end),
    others: Object.fromEntries(places.map(([id], i) => [id, documents[i]!])),
    places: Object.fromEntries(places),
  };
}

/** The whole lesson in one document without scripts, for readers and printers that have none. */
export const withoutScripts = (html: string): string =>
  html.replace(/\s*<(?:script\b[^>]*>[\s\S]*?<\/script>|link rel="modulepreload"[^>]*>)/gu, '');
