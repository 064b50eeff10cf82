import { engine, headDistance, meanEntropy, printed, traceOf } from '../computed.mjs';
import { expect, test } from '../fixtures.mjs';
import { eventsOf, expectMapsOf, openSandbox, recordEvents } from './sandbox-page.mjs';

const { tensor } = engine;

/** The share of a query's attention on keys after it, on average. */
function laterMass(settings) {
  const later = tensor.sum(tensor.triu(traceOf(settings).weights, 1), { axis: -1 });
  return tensor.mean(later).data[0];
}
const nats = (before, after) => `${printed(before)} → ${printed(after)} nats.`;

/**
 * Each is asked before it is run. `effect` is the sentence below the control afterwards, with the
 * number as the package measures it in Node.
 */
const experiments = {
  'all heads the same': {
    id: 'tie',
    settings: { tieHeads: true },
    use: (sandbox) => sandbox.toggle('Make all heads the same').click(),
    act: 'Make them the same',
    right: '0',
    wrong: 'about half',
    effect: (after) => `Head distance ${nats(headDistance(), headDistance(after))}`,
  },
  'hiding later keys': {
    id: 'causal',
    settings: { causal: true },
    use: (sandbox) => sandbox.toggle('Hide later keys').click(),
    act: 'Hide later keys',
    right: '1',
    wrong: 'about the same',
    effect: (after) =>
      `Weight on later keys ${printed(laterMass())} → ${printed(laterMass(after))}.`,
  },
  'dividing by nothing': {
    id: 'scale-none',
    settings: { scale: 'none' },
    use: (sandbox) => sandbox.choice('Divide scores by', 'nothing').click(),
    act: 'Do not divide',
    right: 'lower',
    wrong: 'higher',
    effect: (after) => `Entropy ${nats(meanEntropy(), meanEntropy(after))}`,
  },
  'dividing by the root of the whole width': {
    id: 'scale-sqrt-d-model',
    settings: { scale: 'sqrt-d-model' },
    use: (sandbox) => sandbox.choice('Divide scores by', /d model/u).click(),
    act: 'Divide by √d model',
    right: 'higher',
    wrong: 'about the same',
    effect: (after) => `Entropy ${nats(meanEntropy(), meanEntropy(after))}`,
  },
  'leaving out the output projection': {
    id: 'output',
    settings: { outputProjection: false },
    use: (sandbox) => sandbox.toggle('Output projection').click(),
    act: 'Leave out W O',
    right: '8',
    wrong: '32',
    effect: () => 'Output columns that head 3 reaches: 32 → 8.',
  },
  'summing the heads': {
    id: 'combine',
    settings: { combine: 'sum' },
    use: (sandbox) => sandbox.choice('Combine heads', 'summed').click(),
    act: 'Sum the heads',
    right: '8',
    wrong: '32',
    effect: (after) =>
      `Numbers per token before W\u200aO: 32 → ${traceOf(after).combined.shape.at(-1)}.`,
  },
};

for (const [name, experiment] of Object.entries(experiments)) {
  const { id, settings, use, act, right, wrong, effect } = experiment;

  test(`${name}: a right guess is confirmed, with the number`, async ({ page, site }) => {
    await recordEvents(page);
    const sandbox = await openSandbox(page, site);
    await use(sandbox);
    await expectMapsOf(page);
    await sandbox.guess(right).check();
    await sandbox.button(act).click();

    await expect(sandbox.prediction).toContainText('As you predicted.');
    await expect(sandbox.effect(effect(settings))).toBeVisible();
    await expectMapsOf(page, settings);
    const [{ detail, target }] = await eventsOf(page, 'mh-answer');
    expect(target).toBe('main-sandbox');
    expect(detail).toEqual({
      version: 1,
      element: 'mh-sandbox',
      id: 'main-sandbox',
      question: `predict:${id}`,
      answer: right,
      correct: true,
      attempts: 1,
    });
  });

  test(`${name}: a wrong guess is corrected by the run`, async ({ page, site }) => {
    const sandbox = await openSandbox(page, site);
    await use(sandbox);
    await sandbox.guess(wrong).check();
    await sandbox.button(act).click();

    await expect(sandbox.prediction).toContainText('Not as you predicted.');
    await expect(sandbox.effect(effect(settings))).toBeVisible();
  });
}

test('nothing runs before a guess, and the button asks for one', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  await sandbox.toggle('Hide later keys').click();
  await expect(sandbox.toggle('Hide later keys')).not.toBeChecked();

  await sandbox.button('Hide later keys').click();

  await expect(sandbox.prediction).toContainText('Choose an answer first.');
  await expectMapsOf(page);
});

test('an experiment asks for a prediction only once', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  const tie = sandbox.toggle('Make all heads the same');
  await sandbox.guess('0').check();
  await sandbox.button('Make them the same').click();
  await expect(tie).toBeChecked();

  await tie.click();
  await expectMapsOf(page);
  await tie.click();

  await expectMapsOf(page, { tieHeads: true });
});

test('a removed head changes the output and not the maps', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  const head = page.getByRole('group', { name: 'Heads in use' }).getByRole('button').nth(2);
  await expect(head).toHaveAttribute('aria-pressed', 'true');
  await head.click();

  const difference = tensor.subtract(traceOf().output, traceOf({ removed: [2] }).output);
  const moved = tensor.mean(tensor.sqrt(tensor.multiply(difference, difference))).data[0];
  await expect(sandbox.effect(`The output changed by ${printed(moved)} on average.`)).toBeVisible();
  await expectMapsOf(page, { removed: [2] });
});

test('the effect of an experiment is announced, without what it has not changed', async ({
  page,
  site,
}) => {
  await openSandbox(page, site);
  const status = page.locator('#main-sandbox').getByRole('status');
  const heads = page.getByRole('group', { name: 'Heads in use' });
  await heads.getByRole('button').nth(2).click();
  await expect(
    status.filter({ hasText: /^The output changed by \d\.\d\d on average\.$/u }),
  ).toHaveCount(1);
  await heads.getByRole('button').nth(2).click();

  await expect(status.filter({ hasText: /^Every head writes to the output\.$/u })).toHaveCount(1);
});

test('experiments add up', async ({ page, site }) => {
  const together = { causal: '1', scale: 'none', 'kv-heads': '2', combine: 'sum', seed: '9' };
  await openSandbox(page, site, together);

  await expectMapsOf(page, { causal: true, scale: 'none', kvHeads: 2, combine: 'sum', seed: 9 });
});

test('the caption gives the distance of the heads as the package measures it', async ({
  page,
  site,
}) => {
  const sandbox = await openSandbox(page, site, { seed: '3' });
  const { mean, most, least } = engine.measure.headDiversity(traceOf({ seed: 3 }).weights);

  await expect(sandbox.caption).toContainText(`${printed(mean)} nats`);
  await expect(sandbox.caption).toContainText(
    `Heads ${most.heads.join(' and ')} differ most, ${printed(most.distance)}`,
  );
  await expect(sandbox.caption).toContainText(
    `heads ${least.heads.join(' and ')} least, ${printed(least.distance)}`,
  );
});

test('a guess is taken back if its option becomes another', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  await sandbox.choice('Combine heads', 'summed').click();
  await sandbox.guess('8').check();
  await sandbox.button('Change the layer').click();
  await page.getByRole('combobox', { name: 'Key/value heads' }).selectOption('2');
  await expect(sandbox.guess('8')).toBeChecked();
  await page.getByRole('combobox', { name: 'Heads', exact: true }).selectOption('2');
  await expect(sandbox.guess('16')).not.toBeChecked();
});

test('a guess stays in another language', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  await sandbox.guess('about half').check();
  const settings = page.locator('details.menu.scripted');
  await settings.locator('summary').click();
  await settings.getByRole('radio', { name: 'Deutsch' }).check();

  await expect(sandbox.guess('etwa halb so groß')).toBeChecked();
});
