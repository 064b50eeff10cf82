import { renderChapter, type ChapterText } from './chapter-text.js';
import type { Chapter, Part } from './chapters.js';
import { renderLine } from './markdown.js';

/** A long page and its entries in the list of chapters. */
export interface PartHtml {
  readonly section: string;
  /** For the bar's menu. */
  readonly contents: string;
  /** For the list at the side, which also has the sections of each chapter. */
  readonly rail: string;
}

/** The HTML of all long pages. @param figures  the tags of elements with a number */
export function renderParts(parts: readonly Part[], figures: ReadonlySet<string>): PartHtml[] {
  const chapters = parts.flatMap(({ chapters }) => chapters);
  let count = 0;
  const texts = new Map(
    chapters.map((chapter) => {
      const text = renderChapter(chapter, figures, count);
      count += text.figures;
      return [chapter, text];
    }),
  );
  return parts.map((part) => {
    const own = part.chapters.map((chapter) => ({ chapter, text: texts.get(chapter)! }));
    const articles = own.map(({ chapter, text }) => {
      const place = chapters.indexOf(chapter);
      const onward = onwardFrom(chapters[place - 1], chapters[place + 1]);
      return `<article id="${chapter.id}" class="chapter${isOpening(chapter) ? ' opening' : ''}" aria-labelledby="${chapter.id}-title">
${heading(part, chapter, text)}
${text.html}
${onward}
</article>`;
    });
    const title = isOpening(part.chapters[0]!) ? '' : `<h1 class="part-title">${part.title}</h1>\n`;
    return {
      section: `<section id="${part.id}" class="page part" data-near="each">
${title}${articles.join('\n')}\n</section>`,
      contents: own.map(({ chapter }) => entry(chapter)).join('\n'),
      rail: own.map(({ chapter, text }) => entry(chapter, text)).join('\n'),
    };
  });
}

/** The lesson begins with this chapter: its title is the lesson's. */
const isOpening = ({ number }: Chapter) => number === 1;

function heading(part: Part, chapter: Chapter, { minutes, hasDerivation }: ChapterText): string {
  const facts = [
    `<span data-say="${minutes === 1 ? 'minute' : 'minutes'}" data-number="${minutes}"></span>`,
    `<span data-say="difficulty${chapter.difficulty}"></span>`,
    ...(hasDerivation ? ['<span data-say="withDerivation"></span>'] : []),
  ].join(', ');
  const id = `id="${chapter.id}-title"`;
  const title = isOpening(chapter)
    ? `<h1 ${id}>${part.title}</h1>`
    : `<h2 ${id} class="title"><span class="number">${chapter.number}</span> ${renderLine(chapter.title)}</h2>`;
  const question = isOpening(chapter) ? 'h2' : 'p';
  return `<header>
${title}
<p class="facts">${facts}</p>
<${question} class="question">${renderLine(chapter.question)}</${question}>
</header>`;
}

const named = ({ number, title }: Chapter) =>
  `${number}, <span lang="en">${renderLine(title)}</span>`;

/** The way to the next chapter, or to the labs after the last one, and back. */
function onwardFrom(before: Chapter | undefined, after: Chapter | undefined): string {
  const next = after
    ? `<a class="next" href="#${after.id}"><span data-say="next"></span> ${named(after)}</a>
<span class="question">${renderLine(after.question)}</span>`
    : '<a class="next" href="#labs" data-say="labs"></a>';
  const back = before
    ? `<a class="back" href="#${before.id}"><span data-say="backTo"></span> ${named(before)}</a>`
    : '';
  return `<div class="onward">${next}\n${back}</div>`;
}

function entry({ id, number, title }: Chapter, text?: ChapterText): string {
  const sections = (text?.sections ?? []).map(
    (section) => `<li><a href="#${section.id}">${section.title}</a></li>`,
  );
  const list = sections.length > 0 ? `\n<ol>${sections.join('\n')}</ol>` : '';
  return `<li data-chapter="${id}"><a href="#${id}"><span class="number">${number}</span><span class="tick" role="img" data-say-label="isRead" hidden></span> <span>${renderLine(title)}</span></a>${list}</li>`;
}
