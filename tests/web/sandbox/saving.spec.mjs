import { readFile } from 'node:fs/promises';
import { engine, headOf, printed, traceOf } from '../computed.mjs';
import { expect, test } from '../fixtures.mjs';
import { codeOf, openSandbox } from './sandbox-page.mjs';
import { runAsConsumer } from '../../package/installed.mjs';

const tokens = ['The', 'cat', 'sat', 'on', 'the', 'mat'];

async function save(page, site, format, settings) {
  const sandbox = await openSandbox(page, site, settings);
  await sandbox.button('Save as…').click();
  const download = page.waitForEvent('download');
  await sandbox.button(format, { exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`manyheads.${format.toLowerCase()}`);
  return readFile(await file.path());
}

test('the CSV has every weight, as the package computes it', async ({ page, site }) => {
  const [head, ...lines] = String(await save(page, site, 'CSV'))
    .trim()
    .split('\n');

  expect(head).toBe('head,query_index,query,key_index,key,weight');
  const weights = lines.map((line) => Math.fround(Number(line.split(',').at(-1))));
  expect(weights).toEqual([...traceOf().weights.data]);
  expect(lines[8]).toMatch(/^0,1,"cat",2,"sat",/u);
});

test('words that a spreadsheet would run or misread are quoted in the CSV', async ({
  page,
  site,
}) => {
  const csv = String(await save(page, site, 'CSV', { tokens: '=1+1 a,b "c"' }));

  expect(csv).toContain(`0,0,"'=1+1",1,"a,b",`);
  expect(csv).toContain('"""c"""');
});

test('the JSON has the state and every tensor of the trace', async ({ page, site }) => {
  const { state, trace } = JSON.parse(await save(page, site, 'JSON', { causal: '1' }));

  expect(state).toMatchObject({ tokens, heads: 4, seed: 6, causal: true });
  for (const [name, { shape, data }] of Object.entries(traceOf({ causal: true }))) {
    expect(trace[name].shape).toEqual(shape);
    expect(trace[name].data.map(Number)).toEqual([...data]);
  }
});

test('tied heads have the colour of head 0 in the SVG', async ({ page, site }) => {
  const colours = async (settings) => {
    await page.goto('about:blank');
    const svg = String(await save(page, site, 'SVG', settings));
    return new Set(svg.match(/(?<=stroke=")#\w+(?=")/gu));
  };
  const untied = await colours({ query: '5' });
  const tied = await colours({ query: '5', tie: '1' });

  expect(untied.size).toBe(4);
  expect([...tied]).toEqual(['#004bb3']);
});

test('the SVG has the question of the page', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  await page.locator('#main-sandbox').evaluate((element) => (element.question = 'Who & why?'));
  await sandbox.button('Save as…').click();
  const download = page.waitForEvent('download');
  await sandbox.button('SVG', { exact: true }).click();

  expect(String(await readFile(await (await download).path()))).toContain('Who &amp; why?');
});

test('the SVG has the picture, its question, caption and seed', async ({ page, site }) => {
  const svg = String(await save(page, site, 'SVG', { tokens: '<b> & "c"' }));
  await page.goto('about:blank'); // the site's own policy lets no text become a document
  const text = await page.evaluate((svg) => {
    const picture = new DOMParser().parseFromString(svg, 'image/svg+xml');
    return picture.querySelector('parsererror') ? null : picture.documentElement.textContent;
  }, svg);

  expect(text).toContain('Where does each head look?');
  expect(text).toContain('<b>');
  expect(text).toContain('seed 6');
  const { mean } = engine.measure.headDiversity(traceOf({ tokens: ['<b>', '&', '"c"'] }).weights);
  expect(text).toContain(`${printed(mean)} nats`);
  expect(svg).not.toMatch(/href|<script|<image|url\(/u);
});

test('the PNG is the picture at twice its size', async ({ page, site }) => {
  const png = await save(page, site, 'PNG');

  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.readUInt32BE(16)).toBe(2400);
});

test('the table has the numbers of the maps', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site, { query: '5', head: '1' });
  await sandbox.button('Show as table').click();
  const rowsOf = async (name) => {
    const table = page.getByRole('table', { name });
    await expect(table).toBeVisible(); // it is loaded when it is opened
    const rows = await table.getByRole('row').all();
    const cells = (row) => row.getByRole('cell').allInnerTexts();
    return (await Promise.all(rows.slice(1).map(cells))).map((row) =>
      row.map((cell) => Number(cell.trim())),
    );
  };
  const rounded = (row) => row.map((value) => Number(value.toFixed(2)));
  const { weights } = traceOf();

  expect(await rowsOf('The weight of each key for the query “mat”, in each head')).toEqual(
    [0, 1, 2, 3].map((head) => rounded(headOf(weights, head)[5])),
  );
  expect(await rowsOf('Head 1: weights, one row per query, one column per key')).toEqual(
    headOf(weights, 1).map(rounded),
  );
});

test('hidden keys are called hidden in the table', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site, { query: '0', causal: '1' });
  await sandbox.button('Show as table').click();

  const first = page.getByRole('table').first().getByRole('row').nth(1);
  await expect(first.getByRole('cell')).toHaveText(['1.00', ...Array(5).fill('hidden')]);
});

test('the figure is described in words, from its numbers', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  await sandbox.button('Describe in words').click();
  const words = page.locator('#main-sandbox .panel');
  const weight = headOf(traceOf().weights, 0)[2][4];

  await expect(words).toContainText('6 tokens: The cat sat on the mat. 4 heads, each 8 wide.');
  await expect(words).toContainText('The query is “sat”, token 2.');
  await expect(words).toContainText(`${printed(weight)} on “the” 4`);
  await expect(words).toContainText('random, with seed 6');
  await expect(page.getByRole('figure')).toHaveAccessibleDescription(await words.innerText());
});

const settings = { tieHeads: true, combine: 'sum', scale: 'none', causal: true, kvHeads: 2 };
test('the code for the figure computes the same numbers', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site, {
    ...{ tie: '1', combine: 'sum', scale: 'none', causal: '1', 'kv-heads': '2', removed: '1' },
  });
  const [program] = await codeOf(sandbox);
  const computed = await runAsConsumer(
    program.replace(/console\.log\(.*/u, 'console.log(JSON.stringify([...output.data]));'),
  );

  const wanted = traceOf({ ...settings, removed: [1] }).output.data;
  expect(JSON.parse(computed)).toEqual([...wanted]);
});
