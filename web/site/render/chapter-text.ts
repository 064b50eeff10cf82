import type { Chapter } from './chapters.js';
import { renderLesson } from './markdown.js';

/** A place within a chapter that a link can lead to. */
export interface Section {
  readonly id: string;
  /** HTML. */
  readonly title: string;
}

/** The text of a chapter as HTML, and what a reader wants to know before reading it. */
export interface ChapterText {
  readonly html: string;
  readonly sections: readonly Section[];
  readonly minutes: number;
  readonly hasDerivation: boolean;
}

const wordsPerMinute = 200;

/**
 * Renders a chapter. Headings become sections with an id, and so do the first derivation and the
 * first quiz. Figures are numbered.
 * @param figures  the tags of elements with a number
 * @param before  how many figures come before the chapter
 */
export function renderChapter(
  { id, text }: Chapter,
  figures: ReadonlySet<string>,
  before: number,
): ChapterText & { readonly figures: number } {
  const sections: Section[] = [];
  let number = before;
  const section = (name: string, title: string) => {
    sections.push({ id: name, title });
    return `id="${name}" data-section`;
  };
  const isNew = (title: string) => !sections.some((section) => section.title === title);
  const html = renderLesson(text).replace(
    /<h2>(.*?)<\/h2>|<details class="derivation"|<mh-quiz id="([\w-]+)"|<(mh-[\w-]+) id=/gu,
    (markup, heading?: string, quiz?: string, tag?: string) => {
      if (heading !== undefined) {
        return `<h3 ${section(`${id}-${slug(heading)}`, heading)}>${heading}</h3>`;
      }
      if (markup.startsWith('<details') && isNew('Derivation')) {
        return `${markup} ${section(`${id}-derivation`, 'Derivation')}`;
      }
      if (quiz !== undefined && isNew('Quick check')) {
        return `<mh-quiz ${section(quiz, 'Quick check')}`;
      }
      return tag !== undefined && figures.has(tag)
        ? `<${tag} number="${(number += 1)}" id=`
        : markup;
    },
  );
  return {
    ...{ html, sections, figures: number - before },
    minutes: readingTime(html),
    hasDerivation: html.includes('class="derivation"'),
  };
}

/** In minutes. A figure takes one, and so does a quiz. */
function readingTime(html: string): number {
  const elements = [...html.matchAll(/<mh-(?!value)/gu)].length;
  const prose = html.replace(/<(pre|math)\b.*?<\/\1>|<[^>]*>/gsu, ' ');
  return Math.max(1, Math.round(prose.trim().split(/\s+/u).length / wordsPerMinute + elements));
}

/** "Softmax by hand" is softmax-by-hand; of formulas, the letters. */
export const slug = (html: string): string =>
  html
    .replace(/<[^>]*>|&\w+;/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/gu, '');
