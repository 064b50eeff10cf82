import type { Chapter } from './chapters.js';
import { renderLesson, renderLine } from './markdown.js';
import type { Page } from './pages.js';

const tagsIn = (text: string) =>
  Array.from(text.matchAll(/<(mh-[\w-]+)/gu), ([, tag]) => tag!).filter(
    (tag) => tag !== 'mh-value',
  );

/**
 * The chapter that a page belongs to: the first that shows one of its elements, or else the first with
 * a link to the page.
 */
export function chapterOf({ id, text }: Page, chapters: readonly Chapter[]): Chapter | undefined {
  const tags = new Set(tagsIn(text));
  const shows = chapters.find((chapter) => tagsIn(chapter.text).some((tag) => tags.has(tag)));
  return shows ?? chapters.find((chapter) => chapter.text.includes(`](#${id}`));
}

/** The HTML of a page beside the chapters, with the way to the next one and to its chapter. */
export function renderLab(page: Page, labs: readonly Page[], chapters: readonly Chapter[]): string {
  const next = labs[labs.indexOf(page) + 1];
  const chapter = chapterOf(page, chapters);
  const onward = next
    ? `<a class="next" href="#${next.id}"><span data-say="next"></span> <span lang="en">${renderLine(next.title)}</span></a>`
    : '<a class="next" href="#labs" data-say="labs"></a>';
  const back = chapter
    ? `<a class="back" href="#${chapter.id}"><span data-say="backToChapter"></span> ${chapter.number}, <span lang="en">${renderLine(chapter.title)}</span></a>`
    : '';
  const numbered = labs.filter(({ id }) => id !== 'labs'); // the list of labs is not a lab
  const place = numbered.indexOf(page) + 1;
  return `<section id="${page.id}" class="page lab" data-lab="${place}" data-labs="${numbered.length}">
${renderLesson(page.text)}
<div class="onward">${onward}\n${back}</div>
</section>`;
}
