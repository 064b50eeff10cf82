import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { load } from 'manyheads';
import { measure, trainingRuns } from '../../../emscripten/commands/training-runs.mjs';
import { summarise } from '../../../emscripten/commands/record-training.mjs';
import { bundled } from '../bundled.mjs';

const { computeValue, valueText } = await bundled('lib/value.ts');
const engine = await load();
const file = JSON.parse(
  readFileSync(new URL('../../../web/lib/lesson/training-results.json', import.meta.url), 'utf8'),
);
const compute = (expr, unit = '') => computeValue({ expr, unit, decimals: null }, engine);
const find = (build, task, numHeads) =>
  file.runs.find((run) => run.build === build && run.task === task && run.numHeads === numHeads);

test('a text can use each number of a run, and the step of each seed', () => {
  const run = find('wasm', 'sentences', 1);

  assert.equal(compute('results(sentences, numHeads 1)').value, run.median);
  assert.equal(compute('results(sentences, numHeads 1).most').value, run.most);
  assert.equal(compute('results(sentences, numHeads 1, seed 2)').value, run.reachedAt[2]);
  assert.equal(compute('results(relations, numHeads 1, steps 4000).reached').value, 0);
});

test('the builds differ: both rounded in another order', () => {
  const native = find('native', 'sentences', 1);

  assert.equal(
    compute('results(sentences, numHeads 1, native, seed 1)').value,
    native.reachedAt[1],
  );
  assert.notDeepEqual(native.reachedAt, find('wasm', 'sentences', 1).reachedAt);
});

test('a share is written in percent', () => {
  const value = compute('results(relations, numHeads 1, steps 300).bestMost', '%');

  assert.match(valueText(value), /^[6-9]\d(\.\d+)?\u00a0%$/u);
});

for (const [expr, message] of [
  ['results(relations, numHeads 3)', /no run of this kind, but .*relations, numHeads 4/u],
  ['results(relations, numHeads 1)', /several runs of this kind, but .*steps 300.*steps 4000/u],
  ['results(sentences, numHeads 4).oneEach', /has no oneEach, but .*median/u],
  ['results(sentences, numHeads 4).reachedAt', /has no reachedAt/u],
  ['results(sentences, numHeads 4).constructor', /has no constructor/u],
  ['results(sentences, numHeads 1, seed 99)', /no step of seed 99/u],
  ['results(sentences, numHeads 1, seed 0).most', /no step of seed 0/u],
  ['results(sentences, heads 1)', /'heads 1' is not known here/u],
]) {
  test(`${expr} is an error`, () => assert.throws(() => compute(expr), message));
}

describe('the file', () => {
  test('has every run with both machines, and dates', () => {
    for (const { machine, date } of Object.values(file.builds)) {
      assert.match(machine, /\w, \d+ cores$/u);
      assert.match(date, /^\d{4}-\d\d-\d\d$/u);
    }
    const wasm = file.runs.filter(({ build }) => build === 'wasm');
    const named = ({ task, numHeads, first, seeds, steps }) =>
      [task, numHeads, first, seeds, steps].join(' ');
    assert.deepEqual(wasm.map(named).sort(), trainingRuns.map(named).sort());
  });

  test('has summaries of its own steps', () => {
    for (const run of file.runs) {
      const results = run.reachedAt.map((reachedAt) => ({
        reachedAt,
        accuracy: [0, 0],
        ablation: [[0]],
      }));
      const { reached, least, median, most } = summarise({ ...run, task: 'other' }, results);

      assert.equal(run.reachedAt.length, run.seeds);
      assert.deepEqual(
        [run.reached, run.least, run.median, run.most],
        [reached, least, median, most],
      );
    }
  });

  test('has what this core computes: models with and without one relation for each head', () => {
    const run = find('wasm', 'relations', 4);
    const [other] = run.otherSeeds;
    const two = { ...run, first: 0, seeds: 2 };
    const results = [other, run.first].map((seed) => measure(engine, run, seed));

    assert.ok(!run.otherSeeds.includes(run.first));
    assert.equal(run.oneEach + run.otherSeeds.length, run.seeds);
    assert.deepEqual(summarise(two, results).otherSeeds, [0]);
    assert.deepEqual(
      results.map(({ reachedAt }) => reachedAt),
      [other, run.first].map((seed) => run.reachedAt[seed - run.first]),
    );
  });
});
