/** Every element in layouts and under styles that pages really have. */
import { importInstalled } from '../package/installed.mjs';
import { tags } from '../../emscripten/package/doors.mjs';
import { expect, test } from './fixtures.mjs';
import { changeViewport } from './viewport.mjs';

await importInstalled('manyheads/elements/define');
const all = Object.values(await importInstalled('manyheads/elements'))
  .map((element) => customElements.getName(element))
  .filter((tag) => tag);

/** What pages set; other elements are shown without any attributes. */
const attributes = {
  'mh-sandbox': 'tokens="The cat sat on the mat" heads="2"',
  'mh-heads': 'removed="1" query="2"',
  'mh-steps': 'heads="2" d-model="8" step="7"',
  'mh-softmax': 'scores="3,1"',
  'mh-pipeline': 'heads="2" d-model="8" lengths=""',
  'mh-identities': 'heads="2" seed="4"',
  'mh-masks': 'preset="alibi" head="0"',
  'mh-memory': 'schedule="cached"',
  'mh-kv': 'kv-heads="4"',
  'mh-saturation': 'd-head="8"',
  'mh-training': 'heads="4"',
  'mh-quiz': 'quiz="gqa-cache"',
  'mh-quiz-set': 'topic="cache"',
  'mh-shape-check': 'level="2"',
  'mh-interview': 'stars="1"',
  'mh-pattern-check': 'task="split-heads"',
  'mh-cell': 'exercise="causal"',
  'mh-value': 'expr="kvCache(llama2-70b, 4096, batch 8)" unit="GiB"',
};
/** Elements that a page may have by themselves. */
const alone = Object.fromEntries(
  tags.map((tag) => [tag, `<${tag} ${attributes[tag] ?? ''}></${tag}>`]),
);
/** These are as wide as their text. */
const inline = ['mh-value'];
/** Their parts, which are shown with what they show there. */
const parts = all.filter((tag) => !(tag in alone));

/** Opens a page whose styles are these; each element, also each part, is in a `.place`. */
async function open(page, host, css, { beside = '', dir = 'ltr' } = {}) {
  const places = Object.values(alone).map((html) => `<div class="place">${html}${beside}</div>`);
  const { served } = host.write(
    'hosts.html',
    `<!doctype html><html lang="en" dir="${dir}"><head><meta charset="utf-8" />
    <title>A course</title><style>${css}</style>
    <script type="module" src="manyheads/elements-define.js"></script></head>
    <body>${places.join('')}</body></html>`,
  );
  // Hosts that watch for errors would also show "ResizeObserver loop completed ...".
  await page.addInitScript(() =>
    addEventListener('error', ({ message }) => console.error(message)),
  );
  await page.goto(served);
  await expect(page.locator('mh-sandbox .caption')).toBeVisible();
  await expect(page.locator('mh-steps [role=grid]').first()).toBeVisible();
  await expect(page.locator('mh-training [role=slider], mh-training button').first()).toBeVisible();
  for (const tag of tags.filter((tag) => tag !== 'mh-training')) {
    // Millions of numbers are drawn for mh-saturation, between what the other elements do, and mh-kv
    // trains a layer first.
    const timeout = ['mh-saturation', 'mh-kv'].includes(tag) ? 30_000 : undefined;
    await expect(page.locator(`${tag} button`).first()).toBeVisible({ timeout });
  }
  await page.evaluate(copyParts, { parts, beside });
}

/** Puts a copy of each part in a place of its own, with the properties that it has in its figure. */
async function copyParts({ parts, beside }) {
  function find(root, tag) {
    for (const element of root.querySelectorAll('*')) {
      const found =
        element.localName === tag ? element : element.shadowRoot && find(element.shadowRoot, tag);
      if (found) return found;
    }
    return null;
  }
  for (const tag of parts) {
    const original = find(document, tag);
    const place = document.createElement('div');
    place.className = 'place';
    place.innerHTML = beside;
    const element = document.createElement(tag);
    for (const name of original?.constructor.elementProperties.keys() ?? []) {
      if (original[name] !== undefined) element[name] = original[name];
    }
    if (tag === 'mh-map-picture') {
      Object.assign(element, { matrix: { shape: [2, 2], data: [0, 1, 1, 0] }, cell: 12 });
    }
    if (tag === 'mh-head-tabs') element.run ??= find(document, 'mh-head-detail').run;
    if (tag === 'mh-sentence-editor') element.tokens = ['The', 'cat'];
    if (tag === 'mh-figure') element.textContent = 'A drawing.';
    place.prepend(element);
    document.body.append(place);
    await element.updateComplete;
  }
}

/** Where each element's content is. */
const boxes = (page) =>
  page.locator('.place > *:first-child').evaluateAll((elements) =>
    elements.map((element) => {
      const box = element.shadowRoot.querySelector('.box').getBoundingClientRect();
      return { tag: element.localName, ...box.toJSON() };
    }),
  );

/** Each is as wide as it needs to be, within the page, and none lies upon the next. */
async function expectSensible(page, { least }) {
  const found = await boxes(page);
  expect(found.map(({ tag }) => tag).sort()).toEqual([...all].sort());
  const pageWidth = await page.evaluate(() => document.documentElement.clientWidth);
  for (const box of found) {
    const isBlock = box.tag in alone && !inline.includes(box.tag);
    expect(box.width, box.tag).toBeGreaterThanOrEqual(isBlock ? least : 16);
    expect(box.height, box.tag).toBeGreaterThanOrEqual(16);
    expect(box.left, box.tag).toBeGreaterThanOrEqual(-1);
    expect(box.right, box.tag).toBeLessThanOrEqual(pageWidth + 1);
  }
  for (const one of found) {
    for (const other of found) {
      if (one === other) break;
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      expect(Math.min(wide, high), `${one.tag} / ${other.tag}`).toBeLessThanOrEqual(4);
    }
  }
}

test('alone in a wide flex row the sandbox has its maps side by side', async ({ page, host }) => {
  await page.setViewportSize({ width: 1500, height: 900 });
  const { served } = host.write(
    'row.html',
    `<!doctype html><html lang="en"><meta charset="utf-8" /><title>A row</title>
    <script type="module" src="manyheads/elements-define.js"></script>
    <div style="display: flex"><mh-sandbox></mh-sandbox></div></html>`,
  );
  await page.goto(served);
  const maps = page.getByRole('grid', { name: /^Weights of head/u });
  await expect(maps).toHaveCount(4);

  const tops = await maps.evaluateAll((all) => all.map((map) => map.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});

/** Styles that a page puts on, and the least width that an element keeps under them. */
const layouts = [
  {
    name: 'in a flex row, with one to what is beside it',
    css: '.place { display: flex; gap: 20px }',
    beside: 'What is beside it.',
    least: 500,
  },
  {
    name: 'in a grid of automatic columns',
    css: 'body { display: grid; grid-template-columns: auto auto; gap: 20px }',
    least: 400,
  },
  {
    name: 'where every style is unset',
    css: 'body * { all: unset } .place { display: block }',
    least: 600,
  },
];

/** Changes the styles of the open page, and what is beside the elements. */
const restyle = (page, { css, beside }) =>
  page.evaluate(
    async ({ css, beside }) => {
      document.querySelector('style').textContent = css;
      for (const place of document.querySelectorAll('.place')) {
        place.querySelector(':scope > p')?.remove();
        if (beside)
          place.append(Object.assign(document.createElement('p'), { textContent: beside }));
      }
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    },
    { css, beside },
  );

test('elements keep their attributes, and a width in each layout', async ({ page, host }) => {
  test.slow(); // all elements are on the page
  await open(page, host, '');

  const attributes = await page
    .locator('.place > :first-child')
    .evaluateAll((elements) =>
      elements.map((element) => [element.localName, ...element.getAttributeNames()].join(' ')),
    );
  const written = Object.values(alone).map((html) =>
    [
      /(mh-[\w-]+)/u.exec(html)[1],
      ...Array.from(html.matchAll(/ ([\w-]+)=/gu), ([, name]) => name),
    ].join(' '),
  );
  expect.soft(attributes.slice(0, written.length)).toEqual(written);

  for (const layout of layouts) {
    await test.step(layout.name, async () => {
      await restyle(page, layout);
      await expectSensible(page, layout);
    });
  }
  // The last layout unsets every style of the page.
  await expect(page.locator('mh-quick-check h2')).toHaveCSS('font-weight', '600');
});

test('every element has a width on a right-to-left page', async ({ page, host }) => {
  await open(page, host, '.place { display: flex; gap: 20px }', {
    beside: '<p>بجانبه</p>',
    dir: 'rtl',
  });

  await expectSensible(page, { least: 500 });
});

test('with text of 40 px nothing overlaps, and numbers stay apart', async ({ page, host }) => {
  await open(page, host, ':root { font-size: 40px }');

  await expectSensible(page, { least: 600 });
  const gaps = await page.locator('mh-sandbox mh-sentence li').evaluateAll((items) =>
    items.map((item) => {
      const [head, weight] = item.querySelectorAll('span:not(.swatch)');
      const gap = weight.getBoundingClientRect().left - head.getBoundingClientRect().right;
      return gap / Number.parseFloat(getComputedStyle(item).fontSize);
    }),
  );
  expect(gaps.length).toBeGreaterThan(0);
  for (const gap of gaps) expect(gap).toBeGreaterThan(0.25); // a space's width
});

test('on a narrow page without margins no element sticks out', async ({ page, host }) => {
  test.slow(); // all elements are on the page
  await open(page, host, 'body { margin: 0 } .place { overflow-x: auto }');

  for (const width of [280, 320, 360]) {
    await changeViewport(page, { width, height: 800 });
    const wide = await page.locator('.place').evaluateAll(
      (places, tags) =>
        places
          .filter((place) => place.scrollWidth > place.clientWidth)
          .map((place) => place.firstElementChild.localName)
          .filter((tag) => tags.includes(tag)),
      tags,
    );
    expect.soft(wide, `${width} px`).toEqual([]);
  }
});

test('the text of an element does not look as a page wants its own', async ({ page, host }) => {
  const { served } = host.write(
    'text.html',
    `<!doctype html><html lang="en"><meta charset="utf-8" /><title>Its own text</title>
    <style>
      body { word-break: break-all; hyphens: auto; overflow-wrap: anywhere; text-shadow: 1px 1px red;
        text-transform: uppercase; letter-spacing: 3px; white-space: pre; text-indent: 2em }
    </style>
    <script type="module" src="manyheads/elements-define.js"></script>
    <mh-quick-check></mh-quick-check></html>`,
  );
  await page.goto(served);

  const heading = page.locator('mh-quick-check h2');
  for (const [property, value] of Object.entries({
    'word-break': 'normal',
    hyphens: 'manual',
    'overflow-wrap': 'break-word',
    'text-shadow': 'none',
    'text-transform': 'none',
    'letter-spacing': 'normal',
    'white-space': 'normal',
    'text-indent': '0px',
  })) {
    await expect.soft(heading).toHaveCSS(property, value);
  }
});

test('elements that are moved to the document of a frame, and back, look the same', async ({
  page,
  host,
}) => {
  const tags = ['mh-sandbox', 'mh-masks', 'mh-quiz-set'];
  const { served } = host.write(
    'moved.html',
    `<!doctype html><html lang="en"><meta charset="utf-8" /><title>Moved</title>
    <style>body { margin: 8px }</style>
    <script type="module" src="manyheads/elements-define.js"></script>
    ${tags.map((tag) => `<${tag}></${tag}>`).join('')}
    <iframe srcdoc="<!doctype html>" style="inline-size: 100%; border: 0"></iframe></html>`,
  );
  await page.goto(served);
  const heights = () =>
    page.evaluate(async (tags) => {
      for (const tag of tags) await window.moved[tag].updateComplete;
      return tags.map((tag) => window.moved[tag].getBoundingClientRect().height);
    }, tags);
  const move = (place) =>
    page.evaluate((place) => {
      const frame = document.querySelector('iframe').contentDocument;
      const body = place === 'frame' ? frame.body : document.body;
      body.prepend(...Object.values(window.moved));
    }, place);
  await page.evaluate((tags) => {
    window.moved = Object.fromEntries(tags.map((tag) => [tag, document.querySelector(tag)]));
  }, tags);
  await expect(page.locator('mh-masks mh-heat-map').first()).toBeVisible();
  await expect(page.locator('mh-quiz-set').getByRole('button', { name: 'Check' })).toBeVisible();
  const before = await heights();

  await move('frame');
  await expect.poll(heights).toEqual(before);
  await page.evaluate(() => (window.moved['mh-sandbox'].heads = 4)); // it draws new parts
  await expect(page.frameLocator('iframe').locator('mh-sandbox mh-heat-map')).toHaveCount(4);
  await page.evaluate(() => (window.moved['mh-sandbox'].heads = undefined));

  await move('page');
  await expect.poll(heights).toEqual(before);
});

test('a theme is taken as an attribute and as a property', async ({ page, host }) => {
  const { served } = host.write(
    'theme.html',
    `<!doctype html><html lang="en"><meta charset="utf-8" /><title>A theme</title>
    <script type="module" src="manyheads/elements-define.js"></script>
    <mh-quick-check></mh-quick-check></html>`,
  );
  await page.goto(served);
  const check = page.locator('mh-quick-check > .box');
  await expect(check.getByRole('button').first()).toBeVisible();

  await page.locator('mh-quick-check').evaluate((element) => element.setAttribute('theme', 'dark'));
  await expect(check).toHaveCSS('color-scheme', 'dark');
  await page.locator('mh-quick-check').evaluate((element) => (element.theme = 'light'));

  await expect(check).toHaveCSS('color-scheme', 'light');
});

test('a map takes the colours of a theme that the page chooses later', async ({ page, host }) => {
  const { served } = host.write(
    'later-theme.html',
    `<!doctype html><html lang="en"><meta charset="utf-8" /><title>A theme</title>
    <script type="module">
      import { MapPicture } from './manyheads/elements.js';
      customElements.define('x-map', MapPicture);
      const matrix = { shape: [1, 1], data: Float32Array.of(1) };
      document.body.append(Object.assign(document.createElement('x-map'), { matrix, kind: 'signed' }));
    </script></html>`,
  );
  await page.goto(served);
  const canvas = page.locator('x-map canvas');
  const colour = () =>
    canvas.evaluate((each) => each.getContext('2d').getImageData(2, 2, 1, 1).data.join());
  const choose = (scheme) =>
    page.evaluate((scheme) => (document.documentElement.style.colorScheme = scheme), scheme);
  await expect(canvas).toBeVisible();
  const light = await colour();

  await choose('dark');
  await expect.poll(colour).not.toBe(light);
  await choose('light');
  await expect.poll(colour).toBe(light);
});

for (const [what, style] of [
  ['slides', 'transform: scale(0.6); transform-origin: 0 0; inline-size: 1400px'],
  ['zoom', 'zoom: 1.6'],
]) {
  test(`the pointer finds cells in a map that a page scales: ${what}`, async ({ page, host }) => {
    const { served } = host.write(
      'scaled.html',
      `<!doctype html><html lang="en"><meta charset="utf-8" /><title>Scaled</title>
      <script type="module" src="manyheads/elements-output-projection.js"></script>
      <div style="${style}"><mh-output-projection></mh-output-projection></div></html>`,
    );
    await page.goto(served);
    const map = page.locator('mh-output-projection mh-heat-map').first();
    const picture = map.locator('mh-map-picture canvas');
    await picture.scrollIntoViewIfNeeded();
    const { rows, columns } = await map.evaluate((each) => {
      each.addEventListener('cell-preview', ({ detail }) => (window.seen = detail));
      return { rows: each.rows.length, columns: each.columns.length };
    });
    const { x, y, width, height } = await picture.boundingBox();

    for (const cell of [
      { row: 0, column: 0 },
      { row: rows - 1, column: columns - 2 },
    ]) {
      const across = ((cell.column + 0.5) / columns) * width;
      await page.mouse.move(x + across, y + ((cell.row + 0.4) / rows) * height);
      expect(await page.evaluate(() => window.seen)).toEqual(cell);
    }
  });
}
