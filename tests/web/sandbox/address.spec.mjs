import { expect, test } from '../fixtures.mjs';
import { holdRequests } from '../hold-requests.mjs';
import { expectMapsOf, openSandbox, sandboxIn } from './sandbox-page.mjs';

test('a reload restores everything that was set', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  await sandbox.button('Edit the sentence').click();
  await sandbox.sentence.fill('a dog & 50% of "it"');
  await sandbox.sentence.press('Enter');
  await sandbox.button('Change the layer').click();
  await page.getByRole('combobox', { name: 'Heads', exact: true }).selectOption('2');
  await sandbox.cell(1, 3, 2).click();
  await expect.poll(() => page.url()).toMatch(/heads=2.*query=3/u);

  await page.reload();

  await expectMapsOf(page, { tokens: ['a', 'dog', '&', '50%', 'of', '"it"'], heads: 2 });
  await expect(sandbox.detail).toContainText('Head 1: why does 50% give & a weight');
});

test('a copied link opens the same figure', async ({ page, site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const sandbox = await openSandbox(page, site, { tokens: 'I love deep learning', seed: '8' });
  await sandbox.button('Copy link').click();
  await expect(page.getByText('Link copied.')).toBeVisible();

  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  await other.goto(link);

  await expectMapsOf(other, { tokens: ['I', 'love', 'deep', 'learning'], seed: 8 });
});

test('a link’s figure does not wait for the other elements of its page', async ({ page, site }) => {
  const release = await holdRequests(page, /assets\/value-/u);
  await page.goto(`${site}#sandbox?tokens=I+love+deep+learning&seed=8`);

  await expectMapsOf(page, { tokens: ['I', 'love', 'deep', 'learning'], seed: 8 });
  const value = page.locator('mh-value').first();
  expect(await value.evaluate((each) => each.matches(':defined'))).toBe(false);
  release();
  await expect.poll(() => value.evaluate((each) => each.matches(':defined'))).toBe(true);
});

test('where there is no clipboard the link is there to be copied by hand', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  const sandbox = await openSandbox(page, site, { seed: '8' });
  await sandbox.button('Copy link').click();

  await expect(page.getByLabel('Copy this link:')).toHaveValue(`${site}#sandbox?seed=8`);
});

test('the figure keeps its state when other pages are opened', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  await sandbox.button('Change the layer').click();
  await page.getByRole('combobox', { name: 'Heads', exact: true }).selectOption('2');
  await page.goto(`${site}#checks`);
  await page.goto(`${site}#sandbox`);

  await expectMapsOf(page, { heads: 2 });
});

test('an edit on a page that was left is in its address on the way back', async ({
  page,
  site,
}) => {
  await page.goto(`${site}#cells`);
  const editor = page.locator('#cell-merge').getByRole('textbox', { name: 'Python code' });
  await editor.fill('print(1)'); // is reported after a pause, when another page is open
  await page.evaluate(() => (location.hash = '#steps'));
  await page.getByRole('button', { name: 'Next: matrices' }).click();
  await expect.poll(() => page.url()).toBe(`${site}#steps?step=2`);
  await page.evaluate(() => (location.hash = '#cells'));
  await expect.poll(() => page.url()).toContain('#cells?cell-merge=');

  await page.reload();

  await expect(editor).toHaveValue('print(1)');
});

test('an edit that is told while a page is left leads nowhere else', async ({ page, site }) => {
  await page.goto(`${site}#cells`);
  await expect(page.locator('#cell-merge').getByRole('textbox')).toBeVisible();
  await page.evaluate(() => {
    location.hash = '#steps';
    const cell = document.querySelector('#cell-merge');
    const detail = { id: cell.id, state: cell.state };
    cell.dispatchEvent(new CustomEvent('mh-state', { detail, bubbles: true, composed: true }));
  });

  await expect(page.getByRole('button', { name: 'Next: matrices' })).toBeVisible();
  expect(page.url()).toBe(`${site}#steps`);
});

test('an edit that is told late does not undo a jump within the page', async ({ page, site }) => {
  await page.goto(`${site}#write-it`);
  const cell = page.locator('#write-one-head');
  const tell = (code, place = '') =>
    cell.evaluate(
      (element, { code, place }) => {
        if (place) location.hash = place;
        const detail = { id: element.id, state: { code } };
        element.dispatchEvent(new CustomEvent('mh-state', { detail, bubbles: true }));
      },
      { code, place },
    );
  await tell('print(1)', '#practice');
  await expect(page.locator('#practice-title')).toBeInViewport();
  await tell('print(2)');

  const hash = () => new URL(page.url()).hash;
  await expect.poll(hash).toMatch(/^#practice\?write-one-head=.*print%282%29/u);
  await cell.scrollIntoViewIfNeeded();
  await tell('print(3)');
  await expect.poll(hash).toMatch(/^#write-it\?write-one-head=.*print%283%29/u);
});

const script = '<script>alert(1)</script><img/src=x/onerror=alert(1)>';
const hostile = {
  'huge numbers': 'heads=1e99&d-model=99999999999999999999&seed=-1&query=1e9&key=NaN&head=Infinity',
  'broken percent codes': 'tokens=%E0%A4%A&seed=%&heads=%zz',
  'values of no kind':
    'causal=maybe&scale=__proto__&combine=constructor&removed=a,b&embedding-scale=x',
  'names of no kind': '__proto__=1&constructor=2&onclick=alert(1)&state=3&innerHTML=4',
};
for (const [name, query] of Object.entries(hostile)) {
  test(`an address with ${name} shows what it can`, async ({ page, site }) => {
    await page.goto(`${site}#sandbox?${query}`);
    const { caption, problem, words } = sandboxIn(page.locator('#main-sandbox'));

    await expect(caption).toBeVisible();
    await expect(problem).toHaveCount(0);
    await expect(words.getByRole('radio').first()).toBeVisible();
  });
}

test('markup in an address is text', async ({ page, site }) => {
  const dialogs = [];
  page.on('dialog', (dialog) => dialogs.push(dialog.dismiss()));
  const sandbox = await openSandbox(page, site, { tokens: `${script} cat`, theme: script });

  await expect(sandbox.word(0)).toContainText(script);
  await expect(page.locator('#main-sandbox script, #main-sandbox img')).toHaveCount(0);
  await expectMapsOf(page, { tokens: [script, 'cat'] });
  expect(dialogs).toEqual([]);
});

test('ten thousand tokens in an address become 64', async ({ page, site }) => {
  const tokens = Array.from({ length: 10_000 }, (_, i) => `w${i}`).join(' ');
  const sandbox = await openSandbox(page, site, { tokens });

  await expect(sandbox.words.getByRole('radio')).toHaveCount(64);
});

test('a token of a hundred thousand letters is cut', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site, { tokens: `${'x'.repeat(100_000)} cat` });

  await expect(sandbox.word(0)).toHaveText(/^\s*x{80}\s*0\s*$/u);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(1280);
});

test('whatever is assigned as state is checked', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  await page.locator('#main-sandbox').evaluate((element) => {
    const getter = {
      get tokens() {
        return ['from', 'a', 'getter'];
      },
    };
    for (const state of [null, 7, 'x', [], { tokens: 5, heads: {}, removed: [NaN] }, getter]) {
      element.state = state;
    }
  });

  await expect(sandbox.problem).toHaveCount(0);
  await expectMapsOf(page, { tokens: ['from', 'a', 'getter'] });
});
