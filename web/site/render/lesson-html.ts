import { partsOf, type Chapter } from './chapters.js';
import { renderLab } from './lab-html.js';
import { renderLine } from './markdown.js';
import type { Page } from './pages.js';
import { renderParts } from './part-html.js';

/** The HTML of the whole site, by the names of the comments that it replaces in index.html. */
export interface LessonHtml {
  readonly pages: string;
  readonly contents: string;
  readonly rail: string;
}

interface Lesson {
  readonly chapters: readonly Chapter[];
  readonly pages: readonly Page[];
  /** The tags of elements with a number. */
  readonly figures: ReadonlySet<string>;
  /** Markdown that replaces `<!-- attributes -->`. */
  readonly attributes: string;
}

export function lessonHtml({ chapters, pages, figures, attributes }: Lesson): LessonHtml {
  const parts = renderParts(partsOf(chapters), figures);
  const summaries = pages.flatMap(({ id, title, summary }) =>
    summary === null
      ? []
      : [`<li><a href="#${id}">${renderLine(title)}</a> <span>${renderLine(summary)}</span></li>`],
  );
  const filled = pages.map((page) => ({
    ...page,
    text: page.text
      .replace('<!-- summaries -->', `<ul class="labs">\n${summaries.join('\n')}\n</ul>`)
      .replace('<!-- attributes -->', () => attributes),
  }));
  const sections = [
    ...parts.map(({ section }) => section),
    ...filled.map((page) => renderLab(page, filled, chapters)),
  ];
  const join = (name: 'contents' | 'rail') =>
    parts.map((part) => `<ol lang="en">\n${part[name]}\n</ol>`).join('\n');
  // Until a script marks the current chapter, it is the first.
  const rail = join('rail').replace('<a ', '<a aria-current="page" ');
  return { pages: sections.join('\n'), contents: join('contents'), rail };
}

/**
 * CSS that shows one page at a time: the one whose id, or the id of a chapter or section in it, is the
 * place that before-paint.js has put on the root; the first page for any other place.
 */
export function onePage(pages: string): string {
  const [[first], ...others] = placesOf(pages) as [[string], ...[string, string[]][]];
  const at = (places: readonly string[]) =>
    `:is(${places.map((place) => `[data-page='${place}']`).join(', ')})`;
  return [
    `.scripted #${first} { display: var(--${first}, block); }`,
    ...others.flatMap(([page, places]) => [
      `.scripted #${page} { display: var(--${page}, none); }`,
      `.scripted${at(places)} { --${first}: none; --${page}: block; }`,
    ]),
  ]
    .map((rule) => `${rule}\n`)
    .join('');
}

/** The pages in their order, each with all places that lead to it. */
export function placesOf(pages: string): [page: string, places: string[]][] {
  const found: [string, string[]][] = [];
  const places =
    /<(section|article) id="([\w-]+)" class="(?:page|chapter)|id="([\w-]+)" data-section/gu;
  for (const [, tag, id = '', section] of pages.matchAll(places)) {
    if (tag === 'section') found.push([id, [id]]);
    else found.at(-1)![1].push(section ?? id);
  }
  return found;
}

/** The ids of the chapters of rendered pages. */
export const chapterIds = (pages: string): Set<string> =>
  new Set(Array.from(pages.matchAll(/<article id="([\w-]+)" class="chapter/gu), ([, id]) => id!));
