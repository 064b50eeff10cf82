import { expect, test } from '../fixtures.mjs';
import { partOf, parts } from '../pages.mjs';
import { scrollThrough, scrollUntilReady } from '../site/scroll-through.mjs';
import { coverage, normal } from './coverage.mjs';

/** What is drawn of each chapter, and of each element in it, also what is in a closed derivation. */
const readChapters = (page) =>
  page.evaluate(() => {
    const blocks = /^(?:p|li|h\d|div|td|th|tr|figure|figcaption|section|legend|pre|summary)$/u;
    const textOf = (node) => {
      if (node.nodeType === Node.TEXT_NODE) return node.data;
      if (['style', 'script', 'template'].includes(node.localName)) return '';
      // What is between an element's tags is for readers without WebAssembly.
      const isOurs = node.localName?.startsWith('mh-') && node.closest('main');
      const roots = node.shadowRoot ? [node.shadowRoot, ...(isOurs ? [] : [node])] : [node];
      const text = roots.flatMap(({ childNodes }) => [...childNodes].map(textOf)).join('');
      return blocks.test(node.localName) ? `\n${text}\n` : text;
    };
    const shown = [...document.querySelectorAll('.chapter')].filter((chapter) =>
      chapter.checkVisibility(),
    );
    return shown.map((chapter) => {
      const elements = [...chapter.querySelectorAll('[id]')].filter(({ localName }) =>
        localName.startsWith('mh-'),
      );
      return {
        id: chapter.id,
        text: textOf(chapter),
        elements: elements.map((element) => ({ tag: element.localName, text: textOf(element) })),
      };
    });
  });

/** The entries of a part that are not there to be read. */
function unread(part, chapters) {
  const read = new Map(chapters.map((chapter) => [chapter.id, chapter]));
  return coverage
    .filter((entry) => partOf[entry.page] === part)
    .filter(({ page, element, text }) => {
      const { text: all, elements } = read.get(page);
      const texts = element === null ? [all] : elements.filter(({ tag }) => tag === element);
      return !texts.some((each) => normal(each.text ?? each).includes(normal(text)));
    });
}

for (const { id } of parts) {
  test(`what ${id} has to cover is there to be read`, async ({ page, site }) => {
    test.slow();
    await page.goto(`${site}#${id}`);
    await scrollUntilReady(page);
    // Values in the text come after the figures, and only where one has scrolled.
    await expect(async () => {
      await scrollThrough(page);
      expect(unread(id, await readChapters(page))).toEqual([]);
    }).toPass();
  });
}
