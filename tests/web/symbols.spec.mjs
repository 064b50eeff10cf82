import { expect, test } from './fixtures.mjs';
import { places } from './pages.mjs';
import { scrollUntilReady } from './site/scroll-through.mjs';

/** Opens a panel of every figure, in every shadow root. */
const open = (page, labels) =>
  page.evaluate(async (labels) => {
    const below = (root) =>
      [...root.querySelectorAll('*')].flatMap((each) => [
        each,
        ...(each.shadowRoot ? below(each.shadowRoot) : []),
      ]);
    for (const button of below(document.querySelector('main'))) {
      if (button.localName !== 'button' || !button.checkVisibility()) continue;
      if (labels.includes(button.textContent.trim())) button.click();
    }
    await new Promise((done) => setTimeout(done, 100));
  }, labels);

/**
 * Texts of the shown page, and labels that are only spoken, in which a symbol has its underscore: `W_O`.
 * Code has its own spelling.
 */
const underscored = (page) =>
  page.evaluate(() => {
    const symbol = /(?<![\w.])[a-z]_\w/iu;
    const code = 'code, pre, .editor, script, style, template';
    const spoken = [
      'aria-label',
      'aria-valuetext',
      'aria-description',
      'title',
      'placeholder',
      'alt',
    ];
    const found = new Set();
    const read = (root, place) => {
      for (const node of root.childNodes) {
        if (node.nodeType === Node.TEXT_NODE && symbol.test(node.data)) {
          found.add(`${place}: ${node.data.trim()}`);
        }
        if (node.nodeType !== Node.ELEMENT_NODE || node.matches(code)) continue;
        const name = node.localName.startsWith('mh-') ? node.localName : place;
        for (const label of spoken) {
          const text = node.getAttribute(label);
          if (text && symbol.test(text)) found.add(`${name}, ${label}: ${text}`);
        }
        if (node.shadowRoot) read(node.shadowRoot, name);
        // What is between an element's tags is for readers without WebAssembly.
        if (!node.shadowRoot || !node.closest('main')) read(node, name);
      }
    };
    const shown = [...document.querySelectorAll('main section.page')];
    for (const each of shown.filter((each) => each.checkVisibility())) read(each, each.id);
    return [...found];
  });

const panels = {
  en: ['Show as table', 'Describe in words'],
  de: ['Als Tabelle zeigen', 'In Worten beschreiben'],
};

/** States whose words the first picture of a lab does not have. */
const states = [
  'steps?step=12',
  'steps?variant=no-output&step=12',
  'pipeline?tensor=wo',
  'sandbox?no-output-projection=1&combine=sum',
  'output-projection?no-output-projection=1',
  'training?no-output-projection=1&b-scale=sqrt-d-model',
  'cost?view=parameters',
  'cost?model=own&view=models',
  'identities?open=absorbed&broken=absorbed',
];

/** Chooses a language, as a reader does, and waits until every element speaks it. */
async function choose(page, language) {
  await page.evaluate(
    (language) => document.querySelector(`#settings [value=${language}]`).click(),
    language,
  );
  const others = () =>
    page.evaluate((language) => {
      const boxes = [...document.querySelectorAll('main [data-ready]')]
        .filter((each) => each.checkVisibility())
        .map((each) => [each.id, each.shadowRoot?.querySelector('.box')?.lang ?? language]);
      return boxes.filter(([, lang]) => lang !== language);
    }, language);
  await expect.poll(others).toEqual([]);
}

for (const place of [...places, ...states]) {
  test(`no symbol has an underscore on ${place}, in English and German`, async ({ page, site }) => {
    test.slow();
    await page.goto(`${site}#${place}`);
    // The speed test is never ready: it measures when it is asked to.
    await scrollUntilReady(page, place === 'speed' ? 1 : 0);

    for (const [language, labels] of Object.entries(panels)) {
      await choose(page, language);
      expect.soft(await underscored(page), language).toEqual([]);
      for (const label of labels) {
        await open(page, [label]);
        expect.soft(await underscored(page), label).toEqual([]);
      }
    }
  });
}
