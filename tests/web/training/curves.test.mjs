import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { linePath, spread, chooseTicks, yAt } = await bundled('elements/training/curves.ts');
const { lossChart, accuracyChart } = await bundled('elements/training/charts.ts');
const { RunRecord } = await bundled('elements/training/record.ts');

const field = { left: 10, top: 5, width: 100, height: 50, steps: 10, max: 2 };

test('a step is a point: step 0 at the left edge, 0 at the bottom', () => {
  assert.equal(linePath([2, 1, 0], field), 'M20 5L30 30L40 55');
  assert.equal(linePath([], field), '');
});

test('what is too large stays at the upper edge', () => {
  assert.equal(yAt(field, 7), 5);
});

test('a line ends before the first value that is no number', () => {
  assert.equal(linePath([2, 1, NaN, 1], field), 'M20 5L30 30');
  assert.equal(linePath([NaN, 1], field), '');
});

test('of many steps the extremes of each px are drawn', () => {
  const values = Array.from({ length: 4000 }, (_, i) => (i === 1234 ? 2 : i === 1235 ? 0 : 1));
  const path = linePath(values, { ...field, steps: 4000 });

  assert.ok(path.split('L').length <= 200);
  assert.match(path, /L\S+ 5L\S+ 55L/);
});

test('labels at the same place are moved apart, in the order of their lines', () => {
  assert.deepEqual(spread([20, 20], 14, 0, 100), [20, 34]);
  assert.deepEqual(spread([30, 20], 14, 0, 100), [34, 20]);
  assert.deepEqual(spread([50, 10], 14, 0, 100), [50, 10]);
});

test('they stay inside', () => {
  assert.deepEqual(spread([98, 99], 14, 0, 100), [86, 100]);
});

test('ticks are round and do not pass the end', () => {
  assert.deepEqual(chooseTicks(2.39, 5), [0, 0.5, 1, 1.5, 2]);
  assert.deepEqual(chooseTicks(300, 4), [0, 100, 200, 300]);
  assert.deepEqual(chooseTicks(4000, 4), [0, 1000, 2000, 3000, 4000]);
});

/** A run whose loss and accuracy are these. */
function recorded(losses, averages, { solvedAt = null, diverged = false } = {}) {
  const chance = { loss: 2, accuracy: [0.25] };
  const model = { relations: ['one'], parameters: 7, heads: 1, dHead: 4, layers: 1, chance };
  const record = new RunRecord(model);
  record.add({ losses, averages, solvedAt, diverged });
  return record;
}
const race = (a, b, at) => ({ records: { a, b }, at, limit: 10 });
const words = {
  chance: (value) => `chance ${value}`,
  solved: (step) => `solved at ${step}`,
  step: String,
};
/** [the name in bold, the words] of each text. */
const texts = ({ marks }) =>
  marks
    .filter(({ text }) => text !== undefined)
    .map(({ text }) => (typeof text === 'string' ? [{ text }] : text))
    .map((spans) => [spans.find(({ look }) => look === 'bold')?.text.trim(), spans.at(-1).text]);
const isCursor = ({ dashes }) => dashes === '1 2';
const isRun = ({ isRound }) => isRound;

test('a chart names chance, the lines’ ends, and where it was solved', () => {
  const a = recorded([2, 1, 0], [0.25, 0.5, 1], { solvedAt: 3 });
  const b = recorded([2, 2, 1.5], [0.25, 0.25, 0.25]);
  const chart = texts(lossChart(race(a, b, 3), 500, 250, words));

  for (const label of [
    [undefined, 'chance 2.00'],
    ['A', '0.00'],
    ['B', '1.50'],
  ]) {
    assert.ok(
      chart.some((one) => JSON.stringify(one) === JSON.stringify(label)),
      label,
    );
  }
  assert.ok(chart.some(([, text]) => text === 'solved at 3'));
});

test('gone back, it shows what was known then', () => {
  const a = recorded([2, 1, 0], [0.25, 0.5, 1], { solvedAt: 3 });
  const b = recorded([2, 2, 1.5], [0.25, 0.25, 0.25]);
  const chart = lossChart(race(a, b, 2), 500, 250, words);

  assert.ok(!texts(chart).some(([, text]) => text.startsWith('solved')));
  assert.deepEqual(
    texts(chart).filter(([bold]) => bold),
    [
      ['B', '2.00'],
      ['A', '1.00'],
    ],
  );
  assert.ok(chart.marks.some(isCursor));
});

test('a run that diverged keeps its numbers and gets no others', () => {
  const a = recorded([2, NaN], [0.25, NaN], { diverged: true });
  const b = recorded([2, 1], [0.25, 0.5]);
  const charts = [
    lossChart(race(a, b, 2), 500, 250, words),
    accuracyChart(race(a, b, 2), 0, 200, 90),
  ];

  assert.equal(a.divergedAt, 2);
  assert.equal(a.lossAt(2), 2);
  assert.equal(charts[0].marks.filter(isRun).length, 2);
  assert.doesNotMatch(JSON.stringify(charts), /NaN|null/);
});

test('nothing reported is nothing drawn', () => {
  const chart = lossChart(race(recorded([], []), recorded([], []), 0), 500, 250, words);

  assert.ok(chart.marks.length > 0 && !chart.marks.some(isRun));
  assert.ok(!texts(chart).some(([bold]) => bold));
});
