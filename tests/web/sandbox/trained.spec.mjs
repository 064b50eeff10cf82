import { readFileSync } from 'node:fs';
import { engine, printed, recorded, traceOf, trained } from '../computed.mjs';
import { expect, test } from '../fixtures.mjs';
import { codeOf, expectMapsOf, openSandbox, sandboxIn } from './sandbox-page.mjs';
import { runAsConsumer } from '../../package/installed.mjs';

const tokens = 'The cat sat on the mat because it was tired'.split(' ');
/** The sentence with an "it", at its last word. */
const whole = { weights: 'trained', tokens: tokens.join(' '), query: '9' };
const open = (page, site, settings) => openSandbox(page, site, { ...whole, ...settings });

/** The text below a head's name: what is lost without it. */
const without = (page, head) => page.locator('#main-sandbox section').nth(head).locator('.without');
const answerTo = (page, relation) =>
  page.locator('#main-sandbox .answers div').filter({ hasText: relation }).getByRole('definition');

/** The two relations that lose most when `removed` goes, as the page has them to say. */
function losses(change, removed) {
  const mask = (heads) => [0, 1, 2, 3].map((head) => (heads.includes(head) ? 0 : 1));
  const { headMask = [], ...rest } = change;
  const before = trained.evaluate({ ...rest, headMask: mask(headMask) }).accuracy;
  const after = trained.evaluate({ ...rest, headMask: mask([...headMask, removed]) }).accuracy;
  return trained.relations
    .map((name, r) => ({ name: name === 'it' ? '“it”' : name, before: before[r], after: after[r] }))
    .filter((loss) => loss.before - loss.after >= 0.05)
    .sort((a, b) => b.before - b.after - (a.before - a.after))
    .slice(0, 2)
    .map(({ name, before, after }) => `${name} ${printed(before)} → ${printed(after)}`);
}

test('the sandbox starts with the trained model on the lesson’s sentence', async ({
  page,
  site,
}) => {
  await page.goto(`${site}#sandbox`);

  await expectMapsOf(page, { weights: 'trained' });
  await expect(
    page.getByText(`Seed ${recorded.seed} was chosen from ${recorded.seeds} seeds`),
  ).toBeVisible();
});

test('each head says what the model loses without it, as measured', async ({ page, site }) => {
  await open(page, site);

  for (const head of [0, 1, 2, 3]) {
    for (const loss of losses({}, head)) await expect(without(page, head)).toContainText(loss);
  }
});

test('the loss is measured for the model after the experiment', async ({ page, site }) => {
  await open(page, site, { removed: '0', scale: 'sqrt-d-model' });

  for (const head of [1, 2, 3]) {
    const change = { headMask: [0], scale: 'sqrt-d-model' };
    for (const loss of losses(change, head)) await expect(without(page, head)).toContainText(loss);
  }
});

test('an experiment without measurements says so', async ({ page, site }) => {
  await open(page, site, { causal: '1' });

  await expectMapsOf(page, { weights: 'trained', tokens, causal: true });
  await expect(without(page, 0)).toHaveText('Not measured with this experiment.');
});

test('the model says who, where and whom at the chosen word', async ({ page, site }) => {
  const sandbox = await open(page, site);
  await expect(answerTo(page, 'subject')).toContainText('right: cat');
  await expect(answerTo(page, 'object')).toContainText('mat');
  await expect(answerTo(page, '“it” means')).toContainText('cat');

  await sandbox.word(3).click();

  await expect(answerTo(page, 'word before')).toContainText('sat');
  await expect(answerTo(page, '“it” means')).toHaveCount(0);
});

test('without a head the model may choose another word, and shows its probability', async ({
  page,
  site,
}) => {
  const wanted = ['was', 'cat', 'mat', 'cat'].map((word) => trained.vocabulary.indexOf(word));
  const wrong = [];
  for (const head of recorded.accuracyWithoutHead.keys()) {
    const read = trained.readOut(traceOf({ weights: 'trained', tokens, removed: [head] }).output);
    engine.tensor.toNested(read)[9].forEach((shares, relation) => {
      const answer = shares.indexOf(Math.max(...shares));
      if (answer !== wanted[relation]) wrong.push({ head, relation, shares, answer });
    });
  }
  expect(wrong).not.toEqual([]);
  const { head, relation, shares, answer } = wrong[0];
  await open(page, site, { removed: String(head), query: '9' });

  const label = ['word before', 'subject', 'object', '“it” means'][relation];
  const word = trained.vocabulary[wanted[relation]];
  await expect(answerTo(page, label)).toContainText(
    `wrong: ${trained.vocabulary[answer]} ${printed(shares[answer])} correct: ${word} ${printed(shares[wanted[relation]])}`,
  );
});

for (const [name, setting, settings] of [
  ['tied', { tie: '1' }, { tieHeads: true }],
  ['summed', { combine: 'sum' }, { combine: 'sum' }],
  ['undivided', { scale: 'none' }, { scale: 'none' }],
  ['without W_O', { 'no-output-projection': '1' }, { outputProjection: false }],
  ['with one removed', { removed: '2' }, { removed: [2] }],
]) {
  test(`trained heads can be ${name}`, async ({ page, site }) => {
    const sandbox = await open(page, site, setting);

    await expectMapsOf(page, { weights: 'trained', tokens, ...settings });
    await sandbox.tab('Output', { exact: true }).click();
    await expect(sandbox.problem).toHaveCount(0);
  });
}

test('trained keys and values can be pooled', async ({ page, site }) => {
  await open(page, site, { 'kv-heads': '2' });

  const pooled = trained.toGrouped(2);
  const layer = pooled.attention();
  const { weights } = layer.trace(pooled.embed(tokens));
  layer.dispose();
  const row = engine.tensor.toNested(weights)[1][9];
  const key = row.indexOf(Math.max(...row));
  await expect(sandboxIn(page.locator('#main-sandbox')).cell(1, 9, key)).toHaveAttribute(
    'aria-label',
    new RegExp(`${printed(row[key])}$`, 'u'),
  );
  const { accuracy } = pooled.evaluate();
  pooled.dispose();
  await expect(without(page, 2)).toContainText(`${printed(accuracy[0])} →`);
});

test('trained weights have fixed sizes, random weights any', async ({ page, site }) => {
  const sandbox = await open(page, site);
  await sandbox.button('Change the layer').click();
  const heads = page.getByRole('combobox', { name: 'Heads', exact: true });
  await expect(heads).toBeDisabled();
  await expect(page.getByLabel('Numbers per token, d model')).toBeDisabled();
  await expect(page.getByLabel(`Seed: ${recorded.seed}`)).toBeDisabled();
  await expect(
    page.getByText('Set by the trained model. Choose random parameters to change them.'),
  ).toHaveCount(3);

  await sandbox.choice('Parameters', 'random').check();

  await expectMapsOf(page, { tokens });
  await expect(heads).toBeEnabled();
  await sandbox.choice('Parameters', 'trained').check();
  await expectMapsOf(page, { weights: 'trained', tokens });
});

test('an unknown word is marked, and another can be chosen', async ({ page, site }) => {
  const sandbox = await open(page, site);
  await sandbox.button('Edit the sentence').click();
  await sandbox.sentence.fill('the elephant sat on the mat');
  await sandbox.sentence.press('Enter');
  await expect(sandbox.problem).toContainText('does not know “elephant”.');
  await expect(sandbox.tokens.nth(1)).toHaveAttribute('aria-invalid', 'true');
  await expect(sandbox.tokens.nth(0)).not.toHaveAttribute('aria-invalid');

  await sandbox.button('horse', { exact: true }).click();

  await expect(sandbox.problem).toHaveCount(0);
  await expectMapsOf(page, { weights: 'trained', tokens: 'the horse sat on the mat'.split(' ') });
});

test('a link with an unknown word opens the sentence and offers random weights', async ({
  page,
  site,
}) => {
  const sandbox = await open(page, site, { tokens: 'The <b> sat' });
  await expect(sandbox.problem).toContainText(
    'does not know “<b>”. It was trained on 53 words. The figure shows',
  );
  await expect(sandbox.tokens.nth(1)).toHaveValue('<b>');

  await sandbox.button('Use random parameters').click();

  await expect(sandbox.problem).toHaveCount(0);
  await expectMapsOf(page, { tokens: ['The', '<b>', 'sat'] });
});

test('punctuation is unknown to the model, and one button removes it', async ({ page, site }) => {
  const sandbox = await open(page, site, { tokens: 'The dog sat on the mat .' });
  await expect(sandbox.problem).toContainText(
    'does not know “.”. It was trained on 53 words, without punctuation. The figure shows the last sentence',
  );
  await expectMapsOf(page, { weights: 'trained' });
  await sandbox.sentence.fill('The dog sat on the mat.');
  await sandbox.sentence.press('Enter');
  await expect(sandbox.problem).toContainText('does not know “mat.”.');

  await sandbox.button('Leave out the punctuation').click();

  await expect(sandbox.problem).toHaveCount(0);
  await expectMapsOf(page, { weights: 'trained', tokens: 'The dog sat on the mat'.split(' ') });
});

test('too many words for the model are refused, and random weights accept them', async ({
  page,
  site,
}) => {
  const many = Array(15).fill('cat');
  const sandbox = await open(page, site, { tokens: many.join(' ') });
  await expect(sandbox.problem).toContainText('15 words are too many for the trained model.');

  await sandbox.button('Use random parameters').click();

  await expectMapsOf(page, { tokens: many });
});

test('for a sentence outside its grammar the model names only the previous word', async ({
  page,
  site,
}) => {
  const sandbox = await open(page, site, { tokens: 'cat mat tired', query: '2' });
  await expect(answerTo(page, 'word before')).toContainText('mat');
  await expect(page.locator('#main-sandbox .answers dt')).toHaveCount(1);

  await sandbox.word(0).click();

  await expect(page.locator('#main-sandbox .answers')).toContainText(
    'The model makes no prediction at cat',
  );
});

test('a link from before trained weights existed opens random ones', async ({ page, site }) => {
  await page.goto(`${site}#sandbox?query=3`);

  await expectMapsOf(page);
});

test('no address changes the sizes of trained weights', async ({ page, site }) => {
  await open(page, site, { heads: '9', 'd-model': '7', seed: '1', head: '8' });

  await expectMapsOf(page, { weights: 'trained', tokens });
});

test('a reload keeps the trained weights and the experiments on them', async ({ page, site }) => {
  const sandbox = await open(page, site);
  await sandbox.word(4).click();
  await expect.poll(() => page.url()).toMatch(/weights=trained&.*query=4/u);

  await page.reload();

  await expectMapsOf(page, { weights: 'trained', tokens });
  await expect(sandbox.word(4)).toBeChecked();
});

test('Reset restores the plain address', async ({ page, site }) => {
  const sandbox = await open(page, site, { query: '4' });
  await sandbox.button('Reset').click();

  await expect.poll(() => page.url()).toBe(`${site}#sandbox`);
});

test('if the weights cannot be loaded it says so and uses random ones', async ({
  page,
  site,
  complaints,
}) => {
  await page.route(/lesson-weights/u, (route) => route.abort());
  const address = `${site}#sandbox?query=4&weights=trained`;
  await page.goto(address);
  const sandbox = sandboxIn(page.locator('#main-sandbox'));

  await expect(sandbox.problem).toContainText('The trained parameters could not be loaded');
  expect(page.url()).toBe(address); // a reload still asks for what the link says
  await expect(sandbox.problem.locator('[lang=en]')).toContainText(/^Failed to fetch/u);
  await expectMapsOf(page);
  complaints.length = 0; // the browser's own word of it
  await page.unroute(/lesson-weights/u);

  await sandbox.problem.getByRole('button', { name: 'Try again' }).click();

  await expectMapsOf(page, { weights: 'trained' });
});

test('the single file contains the trained model', async ({ page, singleFile }) => {
  await page.goto(`${singleFile}#sandbox`);

  await expectMapsOf(page, { weights: 'trained' });
});

for (const [name, script] of Object.entries({
  'a module': '<script type="module" src="./manyheads/elements-define.js"></script>',
  'a plain script': '<script src="./manyheads/manyheads.iife.js"></script>',
})) {
  test(`an element without attributes is trained, from ${name}`, async ({ page, host }) => {
    const html = `<!doctype html><title>x</title>${script}<mh-sandbox></mh-sandbox>`;
    const written = host.write(`trained-${name.replace(/ /gu, '-')}.html`, html);
    await page.goto(name === 'a module' ? written.served : written.file);

    await expectMapsOf(page, { weights: 'trained' });
  });
}

test('the code for a trained figure computes the same numbers', async ({ page, site }) => {
  const sandbox = await open(page, site, { scale: 'none', removed: '1', causal: '1' });
  const [program, element] = await codeOf(sandbox);
  const computed = await runAsConsumer(
    program.replace(/console\.log\(.*/u, 'console.log(JSON.stringify([...output.data]));'),
  );

  const settings = { weights: 'trained', tokens, scale: 'none', removed: [1], causal: true };
  expect(JSON.parse(computed)).toEqual([...traceOf(settings).output.data]);
  expect(element).toContain('weights="trained"');
});

test('the description has the model’s answers and where they come from', async ({ page, site }) => {
  const sandbox = await open(page, site);
  await sandbox.button('Describe in words').click();
  const words = page.locator('#main-sandbox .panel');

  await expect(words).toContainText(/There the model predicts: .*subject “cat” .*it “cat”/u);
  await expect(words).toContainText(
    `trained, with seed ${recorded.seed}, chosen from ${recorded.seeds} seeds`,
  );
});

test('the lesson’s numbers about the training are those that were recorded', () => {
  const page = readFileSync(
    new URL('../../../dist-site/pages/sandbox.html', import.meta.url),
    'utf8',
  );
  const flat = page.replace(/<[^>]*>/gu, '').replace(/\s+/gu, ' ');
  const { runs } = JSON.parse(
    readFileSync(new URL('../../../web/lib/lesson/training-results.json', import.meta.url), 'utf8'),
  );
  const range = (numHeads) => {
    const { reachedAt } = runs.find(
      (run) => run.build === 'wasm' && run.task === 'sentences' && run.numHeads === numHeads,
    );
    const ends = [Math.min(...reachedAt), Math.max(...reachedAt)];
    return ends.map((step) => step.toLocaleString('en')).join(' to ');
  };

  expect(flat).toContain(`${recorded.parameters.toLocaleString('en')} parameters`);
  expect(flat).toContain(`${range(4)} steps`);
  expect(flat).toContain(`after ${range(1)} steps`);
});
