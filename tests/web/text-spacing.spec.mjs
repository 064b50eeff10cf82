/** The spacing that readers may set (WCAG 1.4.12). */
import { expect, test } from './fixtures.mjs';

const spacing = `* {
    line-height: 1.5 !important;
    letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important;
  }
  p { margin-block-end: 2em !important; }`;

/** Sets the spacing in the page and in every shadow root of it. */
const space = (page) =>
  page.evaluate((spacing) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(spacing);
    const add = (root) => {
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
      for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) add(shadowRoot);
    };
    add(document);
  }, spacing);

/** A figure on its page, with the spacing. */
async function openSpaced(page, site, name) {
  await page.goto(`${site}#${name}`);
  const figure = page.locator(`#main-${name}`);
  await expect(figure.locator('.caption')).not.toBeEmpty();
  await space(page);
  return figure;
}

/** The texts of a figure's own parts that a part around them cuts off. */
const cutTexts = (figure) =>
  figure.evaluate(({ shadowRoot }) => {
    const texts = document.createTreeWalker(shadowRoot, NodeFilter.SHOW_TEXT);
    const cut = [];
    while (texts.nextNode()) {
      const range = new Range();
      range.selectNodeContents(texts.currentNode);
      const { left, right, width } = range.getBoundingClientRect();
      for (let part = texts.currentNode.parentElement; part; part = part.parentElement) {
        if (part.matches('.unseen') || width < 2) break;
        const box = part.getBoundingClientRect();
        const isCut = left < box.left - 2 || right > box.right + 2;
        const hides = /hidden|clip/u.test(getComputedStyle(part).overflowX);
        if (hides && isCut) cut.push(texts.currentNode.data.trim());
      }
    }
    return cut;
  });

for (const name of ['heads', 'sandbox', 'saturation']) {
  test(`with more space between letters, no text of ${name} is cut`, async ({ page, site }) => {
    const figure = await openSpaced(page, site, name);

    expect(await cutTexts(figure)).toEqual([]);
  });
}

test('with more space between letters, the formula stays above the picture', async ({
  page,
  site,
}) => {
  const figure = await openSpaced(page, site, 'output-projection');

  const title = await figure.locator('.of-wo').first().boundingBox();
  for (const rows of await figure.locator('.formula .term span').all()) {
    const { y, height } = await rows.boundingBox();
    expect(y + height).toBeLessThanOrEqual(title.y);
  }
});
