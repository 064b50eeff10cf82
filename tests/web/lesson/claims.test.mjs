import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { load } from 'manyheads';
import { bundled } from '../bundled.mjs';

const { listSteps, variants } = await bundled('elements/steps/list.ts');

const lesson = new URL('../../../web/lesson/', import.meta.url);
const prose = (page) => readFileSync(new URL(`${page}.md`, lesson), 'utf8').replace(/\s+/gu, ' ');

test('the step-through has as many steps as its page says', () => {
  const page = prose('steps');
  assert.ok(page.includes('With $H$ heads it takes $5 + 4H$ steps, one less without $W_O$.'));

  for (const variant of variants) {
    for (const heads of [1, 2, 4, 8]) {
      const fewer = variant === 'no-output' ? 1 : 0;
      assert.equal(listSteps(heads, variant).length, 5 + 4 * heads - fewer, variant);
    }
  }
});

test('both models of the training page have the parameters that it says', async () => {
  const engine = await load();
  const { fillValues } = await bundled('site/render/values.ts');
  const [, said] = /Both have\s<mh-value[^>]*>([\d,]+)</u.exec(
    fillValues(prose('training'), engine),
  );

  for (const numHeads of [4, 1]) {
    const trainer = engine.trainer({ task: 'relations', numHeads });
    assert.equal(said, trainer.parameterCount.toLocaleString('en'));
    trainer.dispose();
  }
});

test('without W_O from the start, the task is learned in about as many steps', async () => {
  assert.ok(prose('chapters/04-concat').includes('it still learns, in about as many steps.'));
  const engine = await load();
  const median = (outputProjection) => {
    const steps = [1, 2, 3, 4, 5].map((seed) => {
      const trainer = engine.trainer({ task: 'relations', numHeads: 4, outputProjection, seed });
      const { solvedAt } = trainer.step(300);
      trainer.dispose();
      return solvedAt ?? Infinity;
    });
    return steps.sort((a, b) => a - b)[2];
  };

  const [having, lacking] = [median(true), median(false)];

  assert.ok(lacking < 1.25 * having && having < 1.25 * lacking, `${having}, ${lacking}`);
});

test('one head never learned the letters and sentences later, as the pages say', () => {
  const { runs } = JSON.parse(
    readFileSync(new URL('../../../web/lib/lesson/training-results.json', import.meta.url), 'utf8'),
  );
  const find = (task, numHeads) =>
    runs.filter((run) => run.task === task && run.numHeads === numHeads);

  for (const run of find('relations', 1)) assert.equal(run.reached, 0);
  for (const run of find('relations', 32)) assert.equal(run.reached, 0);
  for (const run of find('relations', 4)) assert.equal(run.reached, run.seeds);
  for (const oneHead of find('sentences', 1)) {
    const [fourHeads] = find('sentences', 4).filter(({ build }) => build === oneHead.build);
    assert.ok(oneHead.reached === oneHead.seeds && oneHead.least > fourHeads.median);
  }
});

test('a hidden value that is NaN still gets into the output, as the chapter on masks says', async () => {
  assert.ok(prose('chapters/07-masking').includes('0 times NaN (“not a number”) is NaN'));
  const { attention, tensor } = await load();
  const layer = attention({ dModel: 4, numHeads: 2 });
  const padded = (value) => tensor.concat([tensor.ones([2, 4]), tensor.full([1, 4], value)], 0);
  const wordsOf = (x) => layer.forward(x, { validLens: [2] }).data.slice(0, 8);

  const [zeros, other, missing] = [0, 5, NaN].map((value) => wordsOf(padded(value)));
  layer.dispose();

  assert.deepEqual(zeros, other);
  assert.ok(missing.some(Number.isNaN));
});
