import { readFileSync } from 'node:fs';
import { engine } from '../computed.mjs';
import { expect, test } from '../fixtures.mjs';
import { bundled } from '../bundled.mjs';
import { eventsOf, recordEvents } from '../sandbox/sandbox-page.mjs';

const { museum: content } = await bundled('elements/museum/collection/index.ts');
const { Museum } = await bundled('elements/museum/museum.ts');
const computed = new Museum(engine, content);
const { exhibits, tests } = content;
const numberOf = (id) => exhibits.findIndex((exhibit) => exhibit.id === id) + 1;
/** A name as it is read: W_O is W O. */
const read = (name) => name.replaceAll('_', ' ');
const nameOf = (id) => read(exhibits.find((exhibit) => exhibit.id === id).name);
function testOf(id) {
  const test = tests.find((each) => each.id === id);
  return { ...test, name: read(test.name) };
}
const words = { passes: 'passes', exposes: 'fails', 'cannot-run': 'cannot run' };

async function openMuseum(page, address, id = 'no-scale', selector = '#main-museum') {
  await page.goto(address);
  const museum = page.locator(selector);
  const button = (name) => museum.getByRole('button', { name, exact: true });
  await museum.getByRole('combobox', { name: 'Exhibit' }).selectOption(String(numberOf(id)));
  return {
    museum,
    button,
    box: (id) => museum.getByRole('checkbox', { name: testOf(id).name }),
    bug: (id) => museum.getByRole('radio', { name: nameOf(id) }),
    row: (name) => museum.getByRole('row', { name }),
    cells: museum.getByRole('cell').getByRole('button'),
    program: museum.getByRole('region', { name: /^Exhibit/u }),
    async run(...ids) {
      for (const id of ids) await museum.getByRole('checkbox', { name: testOf(id).name }).check();
      await button('Run the chosen tests').click();
    },
    async name(id) {
      await museum.getByRole('radio', { name: nameOf(id) }).check();
      await button('Check').click();
    },
  };
}
const open = (page, site, id) => openMuseum(page, `${site}#museum`, id);

test('exhibits are numbered, and the program is shown as in its file', async ({ page, site }) => {
  const { museum, program } = await open(page, site, 'mask-tiled');
  const file = new URL(
    '../../../web/elements/museum/collection/programs/mask-tiled.js',
    import.meta.url,
  );

  await expect(museum.getByRole('option')).toHaveText(
    exhibits.map((_, index) => `Exhibit ${index + 1}`),
  );
  const shown = await program.locator('.line').allInnerTexts();
  const wanted = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(shown.map((line) => line.trimEnd())).toEqual(wanted);
});

test('the table shows the tests that were run and no others', async ({ page, site }) => {
  const { button, cells, museum, run } = await open(page, site, 'mask-tiled');
  await button('Run the chosen tests').click();
  await expect(museum).toContainText('Choose a test first.');
  await expect(cells).toHaveCount(0);
  await expect(museum.getByRole('row')).toHaveCount(0);

  await run('rows', 'batch', 'padding');

  const number = numberOf('mask-tiled');
  await expect(cells).toHaveCount(3);
  for (const id of ['rows', 'batch', 'padding']) {
    const verdict = words[computed.verdict(number, testOf(id)).kind];
    await expect(button(`Exhibit ${number}, ${testOf(id).name}: ${verdict}`)).toBeVisible();
  }
  await expect(museum).toContainText(
    '3 tests run. Failed: “Padding is ignored”, “Sequences of a batch do not mix”.',
  );
});

test('a cell shows what was measured, the bound, and the test’s code', async ({ page, site }) => {
  const { cells, museum, run } = await open(page, site, 'sqrt-d-model');
  await run('rows', 'start');
  await cells.last().click();

  const { measured, from, to } = computed.verdict(
    numberOf('sqrt-d-model'),
    testOf('start'),
  ).measurement;
  const [a, b, c] = [measured, from, to].map((value) => value.toFixed(2));
  await expect(cells.last()).toHaveAttribute('aria-pressed', 'true');
  await expect(museum).toContainText(`Mean entropy, in nats: ${a}, expected ${b} to ${c}.`);
  await museum.getByText('The test’s code').click();
  await expect(museum.getByRole('region', { name: 'The test’s code' })).toContainText(
    'engine.measure.entropy(weights)',
  );
});

test('a program’s error is caught and shown', async ({ page, site }) => {
  const { button, museum, run } = await open(page, site, 'heads-summed');
  const number = numberOf('heads-summed');
  await run('silence');

  await expect(button(`Exhibit ${number}, ${testOf('silence').name}: cannot run`)).toBeVisible();
  const { error } = computed.verdict(number, testOf('silence'));
  await expect(museum).toContainText(error);
  await button('Describe in words').click();
  const shown = museum.getByText(error, { exact: true });
  await expect(shown).toHaveCount(3); // below the test, below the table, in words
  for (const part of await shown.all()) await expect(part).toHaveAttribute('lang', 'en');
});

test('why the exhibits could not be fetched is marked as English', async ({
  page,
  site,
  complaints,
}) => {
  await page.route(/assets\/collection/u, (route) => route.abort());
  await page.goto(`${site}#museum`);

  const alert = page.locator('#main-museum').getByRole('alert');
  await expect(alert.locator('[lang=en]')).not.toBeEmpty();
  complaints.splice(0); // of the file that could not be fetched
  await page.unroute(/assets\/collection/u);

  await alert.getByRole('button', { name: 'Try again' }).click();

  await expect(page.locator('#main-museum').getByRole('combobox')).toBeVisible();
});

test('a wrong name is refuted by a test that was run', async ({ page, site }) => {
  const { bug, museum, name, run } = await open(page, site, 'kv-tiled');
  await run('future', 'groups');
  await name('no-causal-mask');

  await expect(museum).toContainText(
    'Your test “The future stays hidden” rules it out: with that bug it fails, here it passes.',
  );
  await expect(bug('no-causal-mask')).toHaveAccessibleDescription(/rules it out/u);
  await expect(museum.getByRole('heading', { name: 'The fix' })).toHaveCount(0);
});

test('without such a test, a wrong name is answered with one to run', async ({ page, site }) => {
  const { museum, name } = await open(page, site, 'kv-tiled');
  await name('no-causal-mask');

  await expect(museum).toContainText(
    'None of your tests rules it out yet. Run “The future stays hidden”.',
  );
});

test('if no test tells two bugs apart, it says so with the numbers', async ({ page, site }) => {
  const { museum, name, run } = await open(page, site, 'sqrt-d-model');
  await name('uniform-weights');
  await expect(museum).toContainText('All tests give both programs the same results.');
  await run('rows', 'start');

  const [here, there] = ['sqrt-d-model', 'uniform-weights'].map((id) =>
    computed.verdict(numberOf(id), testOf('start')).measurement.measured.toFixed(2),
  );
  await expect(museum).toContainText(
    `“Attention is spread out at the start” measures ${there} with that bug, ${here} here.`,
  );
});

test('the right name shows the fix line by line and fires an event', async ({ page, site }) => {
  await recordEvents(page);
  const { button, museum, name } = await open(page, site, 'no-scale');
  await expect(museum.getByRole('checkbox', { name: 'The core agrees' })).toHaveCount(0);
  await name('no-scale');

  const diff = museum.getByRole('region', { name: 'From this program to the correct one' });
  await expect(diff).toContainText('added:   scores = np.divide(scores, Math.sqrt(dHead));');
  await expect(diff).not.toContainText('removed:');
  await expect(museum.getByRole('link', { name: 'Go to the section' })).toHaveAttribute(
    'href',
    '#sandbox?scale=none',
  );
  await expect(museum.getByRole('checkbox', { name: 'The core agrees' })).toBeVisible();
  await expect(button('Run the fixed program')).toBeFocused();
  const [{ detail }] = await eventsOf(page, 'mh-answer');
  expect(detail).toEqual({
    version: 1,
    element: 'mh-bug-museum',
    id: 'main-museum',
    question: 'museum/no-scale',
    answer: 'no-scale',
    correct: true,
    attempts: 1,
  });
});

test('the name is shown after the second try, or never if the teacher sets so', async ({
  page,
  site,
}) => {
  const { museum, name } = await open(page, site, 'mask-tiled');
  await museum.evaluate((element) => element.setAttribute('reveal', 'never'));
  await name('kv-tiled');
  await name('no-scale');
  await expect(museum.getByRole('radio', { disabled: true })).toHaveCount(0);

  await museum.evaluate((element) => element.removeAttribute('reveal'));

  await expect(museum.getByRole('radio', { disabled: true })).toHaveCount(exhibits.length);
  await expect(museum.getByRole('option', { selected: true })).toHaveText(
    `Exhibit ${numberOf('mask-tiled')}: ${nameOf('mask-tiled')}`,
  );
});

test('run fixed, the program passes the tests that were run', async ({ page, site }) => {
  const { button, museum, name, row, run } = await open(page, site, 'wo-transposed');
  await run('widths', 'silence');
  await name('wo-transposed');
  await button('Run the fixed program').click();

  await expect(museum).toContainText('The fixed program passes all 2 tests.');
  await expect(row('The correct program').getByRole('button')).toHaveText(['passes', 'passes']);
});

test('progress is kept in the address and the browser, and Reset deletes it', async ({
  page,
  site,
}) => {
  const { cells, museum, name, run } = await open(page, site, 'no-scale');
  await run('start', 'rows');
  await name('no-scale');
  await page.reload();
  await expect(cells).toHaveCount(2);

  await page.goto('about:blank');
  await page.goto(`${site}#museum`);
  await expect(cells).toHaveCount(2);
  await expect(museum.getByRole('heading', { name: 'The fix' })).toBeVisible();

  await museum.getByRole('button', { name: 'Reset' }).click();
  await expect(cells).toHaveCount(0);
  await page.goto('about:blank');
  await page.goto(`${site}#museum`);
  await expect(museum.getByRole('combobox')).toBeVisible();
  await expect(cells).toHaveCount(0);
});

test('the museum works with a hostile state', async ({ page, site }) => {
  const { cells, museum, run } = await open(page, site, 'no-scale');
  for (const state of [
    null,
    'museum',
    { exhibit: 99, visits: { 1: { tests: ['<b>', 7, 'nothing'], guesses: ['x', {}], shown: 1 } } },
    { exhibit: -1, visits: [{ tests: 'rows' }, null] },
    { exhibit: '2', visits: { '-1': {}, constructor: { tests: ['rows'] }, 200: null } },
  ]) {
    await museum.evaluate((element, state) => (element.state = state), state);
    await expect(museum.getByRole('combobox')).toBeVisible();
    await expect(cells).toHaveCount(0);
  }
  await run('rows');
  await expect(cells).toHaveCount(1);
});

test('the table is described in words', async ({ page, site }) => {
  const { button, museum, run } = await open(page, site, 'softmax-over-queries');
  await run('padding');
  await button('Describe in words').click();

  await expect(museum).toContainText(`1 of ${exhibits.length} exhibits tested, 0 named.`);
  await expect(museum).toContainText('Padding is ignored fails (NaN, expected at most');
});

test('all of it can be done by keyboard', async ({ page, site }) => {
  const { box, bug, button, cells, museum } = await open(page, site, 'no-scale');
  await box('start').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(cells).toHaveCount(1);
  await bug('no-scale').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(button('Run the fixed program')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');

  await expect(museum).toContainText(`Exhibit 2 of ${exhibits.length}`);
  await expect(museum.getByRole('combobox')).toBeFocused();
});

test('on a phone the table scrolls and its first column stays', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const { museum, run } = await open(page, site, 'no-scale');
  await run('batch');
  const table = museum.getByRole('region', { name: 'What you have run' });
  const head = museum.getByRole('rowheader').first();
  const before = await head.boundingBox();
  await table.evaluate((element) => (element.scrollLeft = 300));

  expect(await table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(100);
  expect((await head.boundingBox()).x).toBe(before.x);
  const { scrollWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
  }));
  expect(scrollWidth).toBe(360);
});

test('the exhibits are fetched only when they are shown', async ({ page, site, requests }) => {
  const fetched = () => requests.filter((address) => /collection/u.test(address.split('#')[0]));
  await page.goto(`${site}#checks`);
  await expect(page.locator('#head-width').getByRole('radio')).toHaveCount(4);
  expect(fetched()).toEqual([]);

  await page.goto(`${site}#museum`);
  await expect(page.locator('#main-museum').getByRole('combobox')).toBeVisible();
  expect(fetched()).toHaveLength(1);
});

test('it works from the disk, on another site’s page, and in a frame', async ({
  page,
  site,
  singleFile,
  host,
}) => {
  const own = host.write(
    'museum.html',
    `<!doctype html><title>A course</title><script src="manyheads/manyheads.iife.js"></script>
    <mh-bug-museum></mh-bug-museum>`,
  );
  const frame = `${site}embed.html?element=mh-bug-museum`;
  const places = [
    [`${singleFile}#museum`, '#main-museum'],
    [own.file, 'mh-bug-museum'],
    [own.served, 'mh-bug-museum'],
    [frame, 'mh-bug-museum'],
  ];
  for (const [address, selector] of places) {
    const { cells, run } = await openMuseum(page, address, 'heads-summed', selector);
    await run('slices');
    await expect(cells, address).toHaveText(['fails']);
  }
});
