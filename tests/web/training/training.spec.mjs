import { readFileSync } from 'node:fs';
import { faults } from '../axe.mjs';
import { engine } from '../computed.mjs';
import { expect, test } from '../fixtures.mjs';

/** The bench as a learner finds it. Runs as fast as it can, unless a test changes its pace. */
function benchIn(page) {
  const bench = page.locator('mh-training:not(#chapter-training)');
  const button = (name) => bench.getByRole('button', { name, exact: true });
  const predictions = bench.locator('mh-predict');
  return {
    bench,
    button,
    prediction: predictions.first(),
    guess: (name) => predictions.first().getByRole('radio', { name, exact: true }),
    runs: bench.getByRole('list', { name: 'The two runs' }).getByRole('listitem'),
    operation: bench.getByRole('combobox', { name: 'Change' }),
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
  await expect(bench.runs.first()).toContainText('parameters', { timeout: 25_000 });
  return bench;
}

/** Guesses, and waits for the end of the race. */
async function runRace(bench, guess = 'only A') {
  await bench.guess(guess).check();
  await bench.button('Run both').click();
  await expect(bench.done).toBeVisible({ timeout: 25_000 });
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

/** A page that has the bench and nothing else of ours. */
const alone = (
  script,
) => `<!doctype html><html lang="en"><meta charset="utf-8" /><title>Course</title>
  ${script}<body><mh-training pace="all" steps="40">A race.</mh-training></body></html>`;
const asModule = alone('<script type="module" src="manyheads/elements-define.js"></script>');
const asOneScript = alone('<script src="manyheads/manyheads.iife.js"></script>');

/** Counts what the page itself compiles; a worker has a WebAssembly of its own. */
const countCompiled = (page) =>
  page.addInitScript(() => {
    window.compiled = 0;
    for (const name of ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming']) {
      const original = WebAssembly[name];
      WebAssembly[name] = (...args) => {
        const isCompiled = args[0] instanceof WebAssembly.Module;
        window.compiled += isCompiled ? 0 : 1;
        return original.apply(WebAssembly, args);
      };
    }
  });

for (const [what, html, place] of [
  ['the packed files', asModule, 'served'],
  ['the one script', asOneScript, 'served'],
  ['the one script from the disk', asOneScript, 'file'],
]) {
  test(`with ${what}, a worker trains with the module that the page compiles once`, async ({
    page,
    host,
    requests,
  }) => {
    await countCompiled(page);
    const worker = page.waitForEvent('worker');
    await page.goto(host.write('alone.html', html)[place]);
    const bench = benchIn(page);
    expect((await worker).url()).toMatch(/training-worker\.js$|^blob:/u);
    await runRace(bench);

    expect(await bench.steps()).toBe(40);
    expect((await bench.memory()).handles).toBe(2);
    expect(await page.evaluate(() => window.compiled)).toBe(1);
    const fetched = requests.filter((address) => address.endsWith('.wasm'));
    expect(fetched).toHaveLength(what === 'the packed files' ? 1 : 0); // the script has it inside
    expect((await bench.record('a')).losses).toEqual(
      trained({ ...defaults, numHeads: 4 }, 40).losses,
    );
  });
}

test('no worker starts before the bench is visible', async ({ page, site }) => {
  await page.goto(`${site}#sandbox`);
  await expect(page.locator('#main-sandbox .caption')).toBeVisible();
  expect(page.workers()).toEqual([]);

  const worker = page.waitForEvent('worker');
  await page.goto(`${site}#training`);
  expect((await worker).url()).toMatch(/^http:\/\/localhost.*training-worker/u);
});

test('it trains in the single file too, without requests', async ({
  page,
  singleFile,
  requests,
}) => {
  const bench = await openBench(page, singleFile, '&steps=20');
  await runRace(bench);

  expect(await bench.steps()).toBe(20);
  expect(requests.filter((address) => !address.startsWith(singleFile))).toEqual([]);
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
  const bench = await openBench(page, site, '&steps=150');
  await runRace(bench, 'both');

  const { solvedAt } = await bench.record('a');
  expect(solvedAt).toBeLessThan(150);
  await expect(bench.prediction).toContainText('Not as you predicted.');
  await expect(bench.prediction).toContainText(`solved the task at step ${solvedAt}`);
  await expect(bench.runs.nth(0)).toContainText(`solved at step ${solvedAt}: 4 of 4 relations`);
  await expect(bench.runs.nth(1)).toContainText('not solved by step 150');
});

test('another seed trains at once, has its result in words, and can be undone', async ({
  page,
  site,
}) => {
  const bench = await openBench(page, site, '&steps=150&seed=1000');
  await runRace(bench);
  const says = bench.bench.locator('.specialised');
  await expect(says).toContainText('With seed 1000, removing any head loses exactly one relation.');
  await expect(says).toContainText(/with 120 other seeds\. In \d+, each of the four heads/u);
  await bench.button('Another seed').click();
  await expect(bench.bench.getByLabel('Seed', { exact: true })).toHaveValue('1001');
  await expect(bench.done).toBeVisible({ timeout: 25_000 });
  await bench.button('Another seed').press('Control+z');

  await expect(bench.bench.getByLabel('Seed', { exact: true })).toHaveValue('1000');
  await expect(bench.done).toBeVisible({ timeout: 25_000 });
  await expect(says).toContainText('With seed 1000,');
  await expect(bench.button('Undo')).toBeDisabled();
  await expect(bench.button('Redo')).toBeEnabled();
});

test('nothing trains before the guess, and the buttons say why', async ({ page, site }) => {
  const bench = await openBench(page, site);
  await expect(bench.button('Run')).toBeDisabled();
  await expect(bench.button('One step')).toBeDisabled();
  await expect(bench.bench).toContainText('First make your prediction above.');
  await bench.button('Run both').click();

  await expect(bench.prediction).toContainText('Choose an answer first.');
  expect(await bench.steps()).toBe(0);
});

test('the page stays responsive while it trains', async ({ page, site }) => {
  const bench = await openBench(page, site);
  await bench.guess('only A').check();
  await page.evaluate(() => {
    window.ticks = 0;
    requestAnimationFrame(function tick() {
      window.ticks += 1;
      requestAnimationFrame(tick);
    });
  });
  await bench.button('Run both').click();
  await expect(bench.done).toBeVisible();

  expect(await page.evaluate(() => window.ticks)).toBeGreaterThan(10);
});

test('a double click starts the runs, and does not pause them', async ({ page, site }) => {
  const bench = await openBench(page, site, '&steps=4000');
  await bench.guess('neither').check();
  await bench.button('Run both').dblclick();

  await expect(bench.button('Pause')).toBeVisible();
  await expect.poll(bench.steps).toBeGreaterThan(3);
});

test('it pauses, steps, goes on, and the slider goes back', async ({ page, site }) => {
  const bench = await openBench(page, site, '&steps=4000');
  await bench.guess('neither').check();
  await bench.button('Run both').click();
  await expect.poll(bench.steps).toBeGreaterThan(3);
  await bench.button('Pause').click();
  await expect(bench.button('Continue')).toBeVisible();
  const paused = await bench.steps();
  await bench.button('One step').click();
  await expect.poll(bench.steps).toBe(paused + 1);

  const { losses } = await bench.record('a');
  await bench.bench.getByRole('slider', { name: 'Step shown' }).fill('2');
  await expect(bench.runs.nth(0)).toContainText(`loss ${losses[1].toFixed(2)}`);
  await expect(bench.bench).toContainText('step 2 of 4,000');
  await bench.bench.getByRole('slider', { name: 'Step shown' }).fill('3000');
  await expect(bench.bench).toContainText(`step ${paused + 1} of 4,000`);
  await expect(bench.bench.getByRole('slider', { name: 'Step shown' })).toHaveValue(
    String(paused + 1),
  );
  await bench.button('Continue').click();
  await expect.poll(bench.steps).toBeGreaterThan(paused + 1);
});

/** What each part of the bench says of run A, noted whenever anything of it changes. */
const noteParts = (bench) =>
  bench.bench.evaluate((element) => {
    const root = element.shadowRoot;
    const texts = (selector, within = root) =>
      [...within.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());
    window.parts = [];
    new MutationObserver(() => {
      const [chart, whole] = [root.querySelector('.chart'), root.querySelector('.matrix .whole')];
      window.parts.push({
        step: Number(/step ([\d,]+)/u.exec(texts('.scrubber span')[0])[1].replace(',', '')),
        chart: /\d.*/u.exec(texts('text:has(.bold)', chart).at(-1) ?? '')?.[0], // A is drawn over B
        list: /loss (\d+\.\d\d)/u.exec(texts('.runs li')[0])?.[1],
        table: texts('.number', whole).join(' '),
        caption: texts('.caption')[0].replace(/\s+/gu, ' '),
      });
    }).observe(root, { subtree: true, characterData: true, childList: true, attributes: true });
  });

/** What the package says of some steps of run A. */
function partsOfPackage(steps) {
  const trainer = engine.trainer({ ...defaults, numHeads: 4 });
  const parts = new Map();
  for (let step = 1; step <= Math.max(...steps); step++) {
    const loss = trainer.step().loss.toFixed(2);
    if (!steps.includes(step)) continue;
    const { accuracy, loss: measured } = trainer.evaluate();
    const left = trainer.ablation().data;
    const lost = [...left].map((value, i) => accuracy[i % accuracy.length] - value);
    const most = lost.indexOf(Math.max(...lost));
    const fall = [accuracy[most % accuracy.length], left[most]].map((value) => value.toFixed(2));
    parts.set(step, {
      ...{ step, chart: loss, list: loss },
      table: accuracy.map((value) => value.toFixed(2)).join(' '),
      caption: lost[most] < 0.1 ? measured.toFixed(2) : `falls from ${fall[0]} to ${fall[1]}`,
    });
  }
  trainer.dispose();
  return parts;
}

for (const pace of ['60', 'all']) {
  test(`every part shows the same step, at pace ${pace} and while the slider is dragged`, async ({
    page,
    site,
  }) => {
    const steps = 70;
    await page.goto(`${site}#training?pace=${pace}&steps=${steps}`);
    const bench = benchIn(page);
    await expect(bench.runs.first()).toContainText('parameters', { timeout: 25_000 });
    await noteParts(bench);
    await runRace(bench);
    const slider = bench.bench.getByRole('slider', { name: 'Step shown' });
    await slider.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await slider.boundingBox();
    await page.mouse.move(x + width - 2, y + height / 2);
    await page.mouse.down();
    for (const part of [0.95, 0.8, 0.7, 0.5, 0.3, 0.42]) {
      await page.mouse.move(x + part * width, y + height / 2);
    }
    const showsSlider = async () =>
      expect(bench.bench).toContainText(`step ${await slider.inputValue()} of ${steps}`);
    await showsSlider();
    await page.mouse.move(x + 0.6 * width, y + height / 2);
    await showsSlider();
    await page.mouse.up();
    const at = Number(await slider.inputValue());
    await expect(bench.bench).toContainText(`step ${at} of ${steps}`);

    const noted = (await page.evaluate(() => window.parts)).filter(({ step }) => step > 0);
    const shown = new Set(noted.map(({ step }) => step));
    const wanted = partsOfPackage([...shown]);
    expect(shown.size).toBeGreaterThan(2);
    expect(noted.at(-1).step).toBe(at);
    for (const { caption, ...others } of noted) {
      const { caption: finding, ...parts } = wanted.get(others.step);
      expect(others).toEqual(parts);
      expect(caption).toContain(finding);
    }
  });
}

test('at thirty steps per second it does no more than thirty', async ({ page, site }) => {
  await page.goto(`${site}#training`);
  const bench = benchIn(page);
  await bench.guess('only A').check();
  const start = Date.now();
  await bench.button('Run both').click();
  await expect.poll(bench.steps).toBeGreaterThan(15);

  const steps = await bench.steps();
  const most = 1 + (30 * (Date.now() - start)) / 1000; // read afterwards: never too early
  expect(steps).toBeLessThanOrEqual(Math.ceil(most) + 2);
});

test('twenty runs leave two trainers and one worker', async ({ page, site }) => {
  test.slow(); // every run is measured before and after
  const bench = await openBench(page, site, '&steps=2');
  await runRace(bench);
  const before = await bench.memory();
  const handles = await bench.bench.evaluate(async (element) => {
    const handles = [];
    const button = (name) =>
      [...element.shadowRoot.querySelectorAll('button')].find(
        ({ innerText }) => innerText.trim() === name,
      );
    for (let i = 0; i < 20; ++i) {
      button(i % 2 === 0 ? 'Run again' : 'Another seed').click();
      await element.updateComplete;
      while (!button('Run again')) await new Promise(requestAnimationFrame);
      handles.push((await element.race.memory()).handles);
    }
    return handles;
  });
  expect(await bench.steps()).toBe(2);
  expect(await bench.bench.evaluate(({ state }) => state.seed)).toBe(11);

  expect(before.handles).toBe(2);
  expect(handles).toEqual(Array(20).fill(2));
  expect((await bench.memory()).used).toBe(before.used);
  expect(page.workers()).toHaveLength(1);
});

test('of many runs started at once the last one counts', async ({ page, site }) => {
  const bench = await openBench(page, site, '&steps=20');
  await runRace(bench);
  await bench.bench.evaluate((element) => {
    for (let seed = 2; seed <= 11; seed++) {
      [...element.shadowRoot.querySelectorAll('button')]
        .find(({ innerText }) => innerText.trim() === 'Another seed')
        .click();
    }
  });
  await expect(bench.bench.getByLabel('Seed', { exact: true })).toHaveValue('11');
  await expect(bench.done).toBeVisible({ timeout: 25_000 });

  const { losses } = trained({ ...defaults, seed: 11, numHeads: 4 }, 20);
  expect((await bench.record('a')).losses).toEqual(losses);
  expect((await bench.memory()).handles).toBe(2);
});

test('removing the bench ends its worker, and adding it again starts one', async ({
  page,
  site,
}) => {
  const bench = await openBench(page, site, '&steps=4000');
  await bench.guess('neither').check();
  await bench.button('Run both').click();
  await expect.poll(bench.steps).toBeGreaterThan(0);
  await bench.bench.evaluate((element) => {
    window.kept = { element, parent: element.parentElement };
    element.remove();
  });
  await expect.poll(() => page.workers().length).toBe(0);

  await page.evaluate(() => window.kept.parent.append(window.kept.element));
  await expect(bench.runs.first()).toContainText('not trained yet');
  await bench.button('Run').click();
  await expect.poll(bench.steps).toBeGreaterThan(0);
});

test('another seed runs another race, which grades the guess', async ({ page, site }) => {
  const bench = await openBench(page, site, '&steps=30');
  await runRace(bench);
  const { losses } = await bench.record('a');
  await bench.button('Another seed').click();
  await expect(bench.bench.getByLabel('Seed', { exact: true })).toHaveValue('2');
  await expect(bench.done).toBeVisible();

  expect((await bench.record('a')).losses).not.toEqual(losses);
  await expect(bench.prediction).toContainText(/As you predicted|Not as you predicted/u);
});

test('a run that diverges says so, and no number is NaN', async ({ page, site }) => {
  const bench = await openBench(page, site, '&optimizer=sgd&rate=1&steps=150');
  await runRace(bench);

  const { divergedAt } = await bench.record('a');
  expect(divergedAt).toBeGreaterThan(1);
  await expect(bench.runs.nth(0)).toContainText(
    `diverged at step ${divergedAt}: the loss was no longer a number`,
  );
  for (const name of ['Show as table', 'Describe in words']) {
    await bench.button(name).click();
    const html = await bench.bench.evaluate((element) => {
      const figure = element.shadowRoot.querySelector('mh-figure');
      return element.shadowRoot.innerHTML + figure.shadowRoot.innerHTML;
    });
    expect(html).not.toMatch(/NaN|Infinity|∞/u);
  }
});

test('an error of the core is shown beside the control', async ({ page, site }) => {
  const bench = await openBench(page, site, '&steps=10');
  await bench.button('More').click();
  const rate = bench.bench.getByLabel('Learning rate');
  await rate.fill('-1');
  await rate.press('Enter');
  const alert = bench.bench.getByRole('alert');
  await expect(alert).toContainText('learningRate is -1, wanted more than 0');
  await expect(bench.bench).toContainText('First fix the setting below.');
  await expect(bench.button('Run')).toBeDisabled();

  await rate.fill('0.01');
  await rate.press('Enter');
  await expect(alert).toHaveCount(0);
  await runRace(bench);
  expect(await bench.steps()).toBe(10);
});

test('a refused seed stays in its field, and the race does not change', async ({ page, site }) => {
  const bench = await openBench(page, site, '&steps=10');
  const seed = bench.bench.getByLabel('Seed', { exact: true });
  await seed.fill('-1');
  await seed.press('Enter');
  await expect(seed).toHaveValue('-1');
  await expect(seed).toHaveAccessibleDescription(
    '-1 is not possible. Enter a whole number from 0 to 9999.',
  );
  expect(await bench.bench.evaluate(({ state }) => state.seed)).toBe(1);

  await seed.fill('7');
  await seed.press('Enter');
  await expect(bench.bench.getByRole('alert')).toHaveCount(0);
  expect(await bench.bench.evaluate(({ state }) => state.seed)).toBe(7);
});

test('heads that do not divide the width are refused until another number is chosen', async ({
  page,
  site,
}) => {
  await page.goto(`${site}#training?heads=3`);
  const bench = benchIn(page);
  const alert = bench.bench.getByRole('alert');
  await expect(alert).toContainText('cannot be split over numHeads 3');
  await bench.bench.getByLabel('Heads of run A').selectOption('8');

  await expect(alert).toHaveCount(0);
  await expect(bench.runs.nth(0)).toContainText('8 heads of width 4');
});

test('removing a head lowers the accuracy as the package computes', async ({ page, site }) => {
  const bench = await openBench(page, site, '&steps=150');
  await runRace(bench);
  const trainer = engine.trainer({ ...defaults, numHeads: 4 });
  trainer.step(150);
  const { accuracy } = trainer.evaluate({ headMask: [1, 1, 0, 1] });
  const relations = ['one back', 'three back', 'five back', 'the first'];
  const lost = accuracy.findIndex((value) => value < 0.5);
  trainer.dispose();

  const answers = bench.bench.locator('table.matrix:not(.operated)');
  await expect(answers).toBeVisible();
  await bench.operation.selectOption('Remove head 2');
  await expect(answers).toHaveCount(0); // until the prediction
  await bench.surgery.getByRole('radio', { name: relations[lost], exact: true }).check();
  await bench.button('Make the change').click();

  await expect(bench.surgery).toContainText('As you predicted.');
  await expect(bench.surgery).toContainText(
    new RegExp(`${relations[lost]} falls from 1.00 to ${accuracy[lost].toFixed(2)}`, 'iu'),
  );
  await expect(bench.surgery.getByRole('table')).toContainText('Run A: Remove head 2');
  await expect(answers).toBeVisible();
});

test('pooled heads can be trained further, and another run drops them', async ({ page, site }) => {
  const bench = await openBench(page, site, '&steps=150');
  await runRace(bench);
  await bench.operation.selectOption('Pool to 2 key/value heads: the mean');
  await bench.surgery
    .getByRole('radio', { name: 'less accurate, but better than guessing' })
    .check();
  await bench.button('Make the change').click();
  await bench.button('Continue training to step 20').click();
  await bench.button('Continue training to step 100').click();
  const rows = bench.surgery.getByRole('row');
  await expect(rows).toHaveCount(4);

  const trainer = engine.trainer({ ...defaults, numHeads: 4 });
  trainer.step(150);
  const pooled = trainer.toGrouped(2, { from: 'mean' });
  const wanted = [0, 20, 80].map((steps) => {
    if (steps > 0) pooled.step(steps);
    return pooled
      .evaluate()
      .accuracy.map((value) => value.toFixed(2))
      .join(' ');
  });
  for (const [row, numbers] of wanted.reverse().entries()) {
    await expect(rows.nth(1 + row)).toContainText(new RegExp(numbers.replaceAll(' ', '\\s*'), 'u'));
  }
  trainer.dispose();
  pooled.dispose();
  await bench.button('Run again').click();
  await expect(rows).toHaveCount(0);
});

test('the sentence on equal heads has the numbers of the run', async ({ page, site }) => {
  const bench = await openBench(page, site, '&equal-start=1&steps=40');
  await runRace(bench);
  const apart = await bench.bench.evaluate(({ race }) => race.records.a.glances.at(-1).apart);

  expect(apart).toBe(0);
  await expect(bench.bench).toContainText(
    'At step 40 the heads of run A have exactly the same attention weights.',
  );
  await bench.bench.getByRole('radio', { name: '10⁻³' }).check();
  await runRace(bench);
  await expect(bench.bench).toContainText(/At step 40 an attention weight differs .* by up to/u);
});

test('a figure is saved as picture, table and data', async ({ page, site }) => {
  const bench = await openBench(page, site, '&steps=12');
  await runRace(bench);
  await bench.button('Save as…').click();
  const saved = async (name) => {
    const download = page.waitForEvent('download');
    await bench.button(name).click();
    return readFileSync(await (await download).path());
  };
  const { losses } = await bench.record('b');

  const svg = String(await saved('SVG'));
  expect(svg).toContain('With the same number of parameters, do four heads beat one?');
  expect(svg).toContain('Seed 1.');
  const lines = String(await saved('CSV'))
    .trim()
    .split('\n');
  expect(lines).toHaveLength(13);
  expect(lines[0]).toContain('"a_x[i-1]"');
  expect(Number(lines[12].split(',')[6])).toBe(losses[11]);
  expect(JSON.parse(String(await saved('JSON'))).runs[1].losses).toEqual(losses);
  expect((await saved('PNG')).subarray(1, 4).toString()).toBe('PNG');
});

test('run A is saved as a checkpoint that the package reads', async ({ page, site }) => {
  const bench = await openBench(page, site, '&steps=12');
  await runRace(bench);
  const download = page.waitForEvent('download');
  await bench.button('Save run A as safetensors').click();
  const bytes = readFileSync(await (await download).path());

  const trainer = engine.trainerFromCheckpoint(new Uint8Array(bytes));
  const { accuracy } = trained({ ...defaults, numHeads: 4 }, 12);
  expect(trainer.evaluate().accuracy).toEqual(accuracy);
  trainer.dispose();
});

test('a reload restores what was set, and the link opens the same', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const bench = await openBench(page, site, '&steps=5');
  await bench.bench.getByLabel('Heads of run A').selectOption('8');
  await bench.button('More').click();
  await bench.bench.getByRole('radio', { name: 'summed' }).check();
  await expect.poll(() => page.url()).toMatch(/heads=8.*combine=sum/u);
  await page.reload();
  await expect(bench.runs.nth(0)).toContainText('8 heads of width 4, heads summed');

  await bench.button('Copy link').click();
  await expect(page.getByText('Link copied.')).toBeVisible();
  const other = await context.newPage();
  await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(benchIn(other).runs.nth(0)).toContainText('8 heads of width 4, heads summed');
});

for (const query of [
  'heads=1e99&seed=-1&steps=NaN&pace=%00&rate=x',
  'task=__proto__&scale=constructor&share=%3Cimg%20src=x%3E&b-heads=-1',
  '__proto__=1&b-__proto__=2&onclick=alert(1)&a=3&b=4&state=5',
]) {
  test(`the address ${query} shows the bench as it is by default`, async ({ page, site }) => {
    await page.goto(`${site}#training?${query}`);
    const { bench, runs } = benchIn(page);

    await expect(runs.nth(0)).toContainText('4 heads of width 8');
    await expect(runs.nth(1)).toContainText('1 head of width 32');
    await expect(bench.locator('img')).toHaveCount(0);
  });
}

for (const [task, says] of [
  ['relations-and-digit', 'the digit'],
  ['induction', 'the next token'],
  ['sentences', 'the subject'],
]) {
  test(`the task ${task} trains too`, async ({ page, site }) => {
    const bench = await openBench(page, site, `&task=${task}&steps=5`);
    await runRace(bench, 'neither');

    await expect(bench.bench).toContainText(says);
    await expect(bench.prediction).toContainText('As you predicted.');
  });
}

test('a screen reader hears the result, not each step', async ({ page, site }) => {
  const bench = await openBench(page, site, '&steps=150');
  await bench.bench.evaluate((element) => {
    window.announcements = [];
    new MutationObserver(() => {
      const words = element.shadowRoot.querySelector('p.unseen[role=status]')?.textContent ?? '';
      if (window.announcements.at(-1) !== words) window.announcements.push(words);
    }).observe(element.shadowRoot, { subtree: true, childList: true, characterData: true });
  });
  await runRace(bench);
  const { solvedAt } = await bench.record('a');

  const announcements = (await page.evaluate(() => window.announcements)).filter(
    (words) => words !== '',
  );
  expect(announcements).toContain(`Run A solved the task at step ${solvedAt}.`);
  expect(announcements.at(-1)).toBe('The runs have stopped at step 150.');
  expect(announcements.length).toBeLessThanOrEqual(5);
  const figure = bench.bench.getByRole('figure');
  await expect(figure).toHaveAccessibleDescription(/Run A without Head 0: one back \d\.\d\d/u);
});

test('under reduced motion every tenth step is shown', async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${site}#training?pace=60`);
  const bench = benchIn(page);
  await bench.guess('only A').check();
  await bench.bench.evaluate((element) => {
    window.shown = new Set();
    new MutationObserver(() => {
      if (!element.race.isPlaying) return;
      const words = element.shadowRoot.querySelector('.scrubber span').textContent;
      window.shown.add(Number(/step (\d+)/u.exec(words)[1]));
    }).observe(element.shadowRoot, { subtree: true, characterData: true, childList: true });
  });
  await bench.button('Run both').click();
  const shownSteps = () => page.evaluate(() => [...window.shown]);
  await expect.poll(async () => (await shownSteps()).length).toBeGreaterThan(2);

  const shown = await shownSteps();
  expect(shown.filter((step) => step % 10 !== 0)).toEqual([]);
});

test('axe finds nothing before, after, and in what can be opened', async ({ page, site }) => {
  const bench = await openBench(page, site, '&steps=20&equal-start=1&noise=1e-7');
  expect(await faults(page, 'mh-training')).toEqual([]);
  await runRace(bench);
  await bench.button('More').click();
  await bench.operation.selectOption('Leave out W O');
  expect(await faults(page, 'mh-training')).toEqual([]);
  await bench.surgery.getByRole('radio').nth(2).check();
  for (const name of ['Show as table', 'Describe in words', 'Save as…', 'Code for this figure']) {
    await bench.button(name).click();
    expect(await faults(page, 'mh-training'), name).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await faults(page, 'mh-training')).toEqual([]);
});

test('at 360 px nothing scrolls sideways, and targets are large', async ({ browser, site }) => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    ...{ isMobile: true, hasTouch: true },
  });
  const page = await context.newPage();
  const bench = await openBench(page, site, '&steps=10');
  await runRace(bench);
  await bench.button('More').click();

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const seed = await bench.bench.getByRole('spinbutton', { name: 'Seed' }).boundingBox();
  expect(seed.width).toBeGreaterThan(200); // a row of its own
  const small = await bench.bench.evaluate((element) =>
    [
      ...element.shadowRoot.querySelectorAll(
        'button, select, input[type=number], input[type=range]',
      ),
    ]
      .map((part) => [part.outerHTML, part.getBoundingClientRect().height])
      .filter(([, height]) => height < 44),
  );
  expect(small).toEqual([]);
  await context.close();
});

test('the keyboard guesses, runs and pauses', async ({ page, site }) => {
  const bench = await openBench(page, site, '&steps=4000');
  await bench.guess('only A').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(bench.button('Run both')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(bench.steps).toBeGreaterThan(0);
  await bench.button('Pause').focus();
  await page.keyboard.press('Enter');

  await expect(bench.button('Continue')).toBeFocused();
});

const failures = {
  'the browser gives no worker': {
    spoil: (page) =>
      page.addInitScript(() => {
        window.Worker = class {
          constructor() {
            throw new DOMException('refused', 'SecurityError');
          }
        };
      }),
    says: 'cannot start a worker',
  },
  'the script of the worker is not there': {
    spoil: (page) => page.route('**/training-worker*', (route) => route.fulfill({ status: 404 })),
    says: 'training-worker.js answered 404',
  },
};
for (const [what, { spoil, says }] of Object.entries(failures)) {
  test(`where ${what}, the bench says so`, async ({ page, site, complaints }) => {
    await spoil(page);
    await page.goto(`${site}#training`);

    await expect(benchIn(page).bench.getByRole('alert')).toContainText(says);
    complaints.splice(0);
  });
}

test('it fires mh-answer and mh-state like the other elements', async ({ page, host }) => {
  await page.addInitScript(() => {
    window.heard = [];
    for (const name of ['mh-ready', 'mh-state', 'mh-answer']) {
      addEventListener(name, ({ detail }) => window.heard.push([name, detail]));
    }
  });
  await page.goto(host.write('alone.html', asModule).served);
  const bench = benchIn(page);
  await runRace(bench, 'neither');
  await bench.bench.getByLabel('Heads of run B').selectOption('2');

  const heard = await page.evaluate(() => window.heard);
  expect(heard.map(([name]) => name)).toEqual(['mh-ready', 'mh-answer', 'mh-state']);
  expect(heard[0][1]).toMatchObject({ element: 'mh-training', engine: engine.version });
  expect(heard[1][1]).toMatchObject({
    question: 'race:relations',
    answer: 'neither',
    correct: true,
  });
  expect(heard[2][1].state).toMatchObject({ task: 'relations', steps: 40, b: { heads: 2 } });
});

test('it works in a frame too', async ({ page, site }) => {
  await page.goto(`${site}embed.html?element=mh-training&pace=all&steps=8&b-tie=1&heads=2`);
  const bench = benchIn(page);
  await expect(bench.runs.nth(1)).toContainText('1 head of width 32, heads tied');
  await runRace(bench);

  expect(await bench.steps()).toBe(8);
});
