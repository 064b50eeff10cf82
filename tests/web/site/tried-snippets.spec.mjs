/** The page “In your own page”: each snippet is next to what it shows. */
import { expect, test } from '../fixtures.mjs';

const state = { scores: [1, 2, 3] };
const stateOf = (figure) => figure.evaluate((element) => element.state);

/** A snippet of the page, as a browser reads it: its attributes. */
const snippet = (page, tag) =>
  page.evaluate((tag) => {
    const text = [...document.querySelectorAll('#embed pre')]
      .map(({ textContent }) => textContent)
      .find((text) => text.includes(`<${tag}`));
    const start = text.indexOf(`<${tag}`);
    const markup = text.slice(start, text.indexOf('>', start));
    return Object.fromEntries(
      Array.from(markup.matchAll(/([\w-]+)="([^"]*)"/gu), ([, name, value]) => [name, value]),
    );
  }, tag);

test('the element, the frame and the link are what their snippets say', async ({ page, site }) => {
  await page.goto(`${site}#embed`);
  await expect(page.locator('#embed pre').first()).toBeAttached();
  for (const [tag, selector] of [
    ['mh-softmax', '#tried-element'],
    ['iframe', '#tried-frame'],
  ]) {
    const { style, ...attributes } = await snippet(page, tag);
    expect(Object.keys(attributes).length, tag).toBeGreaterThan(0);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === 'height') continue; // what the frame has sent
      // The site has its own embed.html.
      const here = value.replace('manyheads/', '');
      await expect(page.locator(selector)).toHaveAttribute(name, here);
    }
  }
  const { href } = await snippet(page, 'a');
  await expect(page.locator('#tried-link a')).toHaveAttribute(
    'href',
    href.replace('index.html', ''),
  );
});

test('a setting that is not the theme keeps what the reader did in the frame', async ({
  page,
  site,
}) => {
  await page.goto(`${site}#embed`);
  await page.locator('#tried-frame').scrollIntoViewIfNeeded();
  const framed = page.frameLocator('#tried-frame').locator('mh-softmax');
  await framed.getByRole('button', { name: 'Add a key' }).click();
  const changed = await stateOf(framed);

  await page.getByText('Settings', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'No animations' }).check();

  expect(await stateOf(framed)).toEqual(changed);
});

test('all three show the same state, and the frame is as high as its figure', async ({
  page,
  site,
}) => {
  await page.goto(`${site}#embed`);
  const element = page.locator('#tried-element');
  await expect(element.getByRole('button').first()).toBeVisible();
  expect(await stateOf(element)).toMatchObject(state);

  const frame = page.locator('#tried-frame');
  await frame.scrollIntoViewIfNeeded();
  const framed = page.frameLocator('#tried-frame').locator('mh-softmax');
  await expect(framed.getByRole('button').first()).toBeVisible();
  expect(await stateOf(framed)).toMatchObject(state);
  const heights = async () => [
    await frame.evaluate((each) => each.clientHeight),
    await page
      .frameLocator('#tried-frame')
      .locator('html')
      .evaluate((html) => Math.ceil(html.getBoundingClientRect().height)),
  ];
  const areSame = async () => {
    const [outside, inside] = await heights();
    return outside === inside;
  };
  await expect.poll(areSame).toBe(true);
  const [before] = await heights();
  await framed.getByRole('button', { name: 'Add a key' }).click();
  await expect.poll(async () => (await heights())[0] > before).toBe(true);
  await expect.poll(areSame).toBe(true);

  await page.locator('#tried-link a').click();
  const figure = page.locator('#main-softmax');
  await expect.poll(() => stateOf(figure)).toMatchObject(state);
});

test('the frame has the theme that the reader has chosen', async ({ page, site }) => {
  await page.goto(`${site}#embed`);
  const framed = page.frameLocator('#tried-frame').locator('mh-softmax');
  await page.locator('#tried-frame').scrollIntoViewIfNeeded();
  await expect(framed).toBeVisible();
  const entries = await page.evaluate(() => history.length);

  await page.locator('#settings [value=dark]').evaluate((input) => input.click());

  await expect(framed).toHaveAttribute('theme', 'dark');
  expect(await page.evaluate(() => history.length), 'Back leaves the page').toBe(entries);
  await page.reload();
  await page.locator('#tried-frame').scrollIntoViewIfNeeded();
  await expect(framed).toHaveAttribute('theme', 'dark');
});

test('the one file says why its frame is empty, and links to no file', async ({
  page,
  singleFile,
}) => {
  await page.goto(`${singleFile}#embed`);

  await expect(page.locator('#embed')).toContainText('This copy of the lesson is one file');
  await expect(page.locator('iframe, a[href^="docs/"]')).toHaveCount(0);
});
