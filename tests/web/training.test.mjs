import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { engine } from './computed.mjs';
import { expect, test } from './fixtures.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds in the bench, a line a fault. */
async function faults(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run('mh-training', { resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
  });
}

/** The bench as a learner finds it. Runs as fast as it can, unless told otherwise. */
function benchIn(page) {
  const bench = page.locator('mh-training');
  const button = (name) => bench.getByRole('button', { name, exact: true });
  const predictions = bench.locator('mh-predict');
  return {
    bench,
    button,
    bet: predictions.first(),
    guess: (name) => predictions.first().getByRole('radio', { name, exact: true }),
    runs: bench.getByRole('list', { name: 'The two runs' }).getByRole('listitem'),
    operation: bench.getByLabel('Operation', { exact: true }),
    surgery: bench.locator('.surgery'),
    done: button('Run again'),
    steps: () => bench.evaluate(({ race }) => race.steps),
    memory: () => bench.evaluate(({ race }) => race.memory()),
    record: (run) =>
      bench.evaluate(({ race }, run) => {
        const { losses, averages, solvedAt, divergedAt } = race.records[run];
        return { losses, averages, solvedAt, divergedAt };
      }, run),
  };
}

async function openBench(page, address, query = '') {
  await page.goto(`${address}#training?pace=all${query}`);
  const bench = benchIn(page);
  await expect(bench.runs.first()).toContainText('parameters');
  return bench;
}

/** Guesses, and waits for the end of the race. */
async function runRace(bench, guess = 'only A') {
  await bench.guess(guess).check();
  await bench.button('Run both').click();
  await expect(bench.done).toBeVisible();
}

/** What the package trains with the same settings. */
function trained(config, steps) {
  const trainer = engine.trainer(config);
  try {
    const losses = Array.from({ length: steps }, () => Math.fround(trainer.step().loss));
    return { losses, accuracy: trainer.evaluate().accuracy };
  } finally {
    trainer.dispose();
  }
}
const defaults = { task: 'relations', seed: 1, dModel: 32 };

test('training runs in a worker, and nothing is trained in the page', async ({ page, site }) => {
  const worker = page.waitForEvent('worker');
  const bench = await openBench(page, site, '&steps=40');
  expect((await worker).url()).toMatch(/training-worker/u);
  const untouched = await page.evaluate(async () => {
    const { handles } = (await document.querySelector('mh-sandbox').evaluateHandles?.()) ?? {
      handles: null,
    };
    return handles;
  });
  expect(untouched).toBe(null);
  await runRace(bench);

  expect(await bench.steps()).toBe(40);
  expect((await bench.memory()).handles).toBeGreaterThanOrEqual(2);
  expect(page.workers()).toHaveLength(1);
});

test('the numbers are those of the package for the same settings', async ({ page, site }) => {
  const bench = await openBench(page, site, '&steps=30&seed=5');
  await runRace(bench);

  const a = trained({ ...defaults, seed: 5, numHeads: 4 }, 30);
  const b = trained({ ...defaults, seed: 5, numHeads: 1 }, 30);
  expect((await bench.record('a')).losses).toEqual(a.losses);
  expect((await bench.record('b')).losses).toEqual(b.losses);
  const findings = await bench.bench.evaluate(({ race }) => race.records.a.findings.at(-1));
  expect([...findings.accuracy]).toEqual([...a.accuracy]);
});

test('four heads solve the relations and one does not, and the guess is graded from that', async ({
  page,
  site,
}) => {
  const bench = await openBench(page, site);
  await runRace(bench, 'both');

  const { solvedAt } = await bench.record('a');
  expect(solvedAt).toBeLessThan(300);
  await expect(bench.bet).toContainText('The run says otherwise.');
  await expect(bench.bet).toContainText(`solved it at step ${solvedAt}`);
  await expect(bench.runs.nth(0)).toContainText(`solved at step ${solvedAt}: 4 of 4 relations`);
  await expect(bench.runs.nth(1)).toContainText('not solved by step 300');
});
