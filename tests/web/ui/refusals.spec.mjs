/** What figures show if the core refuses to run, for example because memory has run out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../../emscripten/commands/run.mjs';
import { elementFiles } from '../../../emscripten/package/doors.mjs';
import { expect, test } from '../fixtures.mjs';

/** Each figure that runs the core without training, and a state that it has to run for. */
const figures = {
  'mh-cost': { tokens: 8 },
  'mh-feed-forward': { seed: 5 },
  'mh-identities': { seed: 5 },
  'mh-masks': { turned: [20] },
  'mh-memory': { seed: 5 },
  'mh-output-projection': { weights: 'random', seed: 5 },
  'mh-pipeline': { seed: 5 },
  'mh-sandbox': { weights: 'random', seed: 5 },
  'mh-saturation': { seed: 5 },
  'mh-softmax': { temperature: 2 },
  'mh-steps': { seed: 5 },
};

/** A page whose core refuses everything while `refusing` is true. */
async function open(page, host) {
  const { served } = host.write(
    'refusals.html',
    `<!doctype html><html lang="de"><meta charset="utf-8" /><title>Refusals</title></html>`,
  );
  await page.goto(served);
  await page.evaluate(async () => {
    const { load, OutOfMemoryError } = await import('./manyheads/index.js');
    await import('./manyheads/elements-define.js');
    const engine = await load();
    for (const part of [engine, ...Object.values(engine)]) {
      for (const [name, call] of Object.entries(part)) {
        if (typeof call !== 'function') continue;
        part[name] = (...args) => {
          if (window.refusing) throw new OutOfMemoryError('no memory left');
          return call(...args);
        };
      }
    }
  });
}

test('these are all such figures', () => {
  const runsCore = ([tag, file]) =>
    /extends (Computed|Session)Figure</u.test(readFileSync(join(repository, file), 'utf8')) &&
    tag !== 'mh-kv'; // it trains
  const tags = Object.entries(elementFiles)
    .filter(runsCore)
    .map(([tag]) => tag);

  const message = 'to be added to `figures` in this file, or taken out';
  expect(Object.keys(figures).sort(), message).toEqual(tags.sort());
});

const add = (page, tag) =>
  page.evaluate((tag) => document.body.append(document.createElement(tag)), tag);
const caption = (figure) => figure.locator('[slot=caption]');

for (const [tag, state] of Object.entries(figures)) {
  test(`<${tag}> keeps its picture and says why, in English`, async ({ page, host }) => {
    test.slow();
    await open(page, host);
    await add(page, tag);
    const figure = page.locator(tag);
    await expect(caption(figure)).not.toBeEmpty();
    const before = await caption(figure).textContent();
    const assign = (refusing) =>
      figure.evaluate(
        (element, [state, refusing]) => {
          window.refusing = refusing;
          element.state = state;
          window.refusing = false;
        },
        [state, refusing],
      );

    await assign(true);

    const reason = figure.getByRole('alert').locator('[lang=en]');
    await expect(reason).toContainText('no memory left');
    expect(await caption(figure).textContent()).toBe(before);

    await assign(false);
    await expect(reason).toHaveCount(0, { timeout: 30_000 }); // saturation draws for seconds
  });
}

for (const tag of ['mh-masks', 'mh-saturation', 'mh-softmax']) {
  test(`<${tag}> that cannot even begin says so, and tries again`, async ({ page, host }) => {
    await open(page, host);
    await page.evaluate(() => (window.refusing = true));
    await add(page, tag);
    const figure = page.locator(tag);
    await expect(figure.getByRole('alert').locator('[lang=en]')).toContainText('no memory left');

    await page.evaluate(() => (window.refusing = false));
    await figure.getByRole('alert').getByRole('button').click();

    await expect(caption(figure)).not.toBeEmpty();
    await expect(figure.getByRole('alert')).toHaveCount(0);
  });
}

test('a figure that was moved in the page can still be changed', async ({ page, host }) => {
  await open(page, host);
  await add(page, 'mh-memory');
  const figure = page.locator('mh-memory');
  await expect(caption(figure)).not.toBeEmpty();
  await figure.evaluate((element) => {
    const other = document.createElement('main');
    document.body.append(other);
    other.append(element);
  });

  await figure.getByRole('radio', { name: '8', exact: true }).first().check();

  await expect.poll(() => figure.evaluate(({ state }) => state.tile)).toBe(8);
});
