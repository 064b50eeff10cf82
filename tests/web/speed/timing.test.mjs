import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { timeBench } = await bundled('elements/speed/timing.ts');

/** Work that takes `cost` ms a time, on a clock that shows whole steps only. */
function machine(cost, { step = 0.1, most, slowdowns = [] } = {}) {
  let ms = 0;
  const runs = [];
  const bench = {
    maxTimes: most,
    run(times) {
      ms += times * cost * (slowdowns[runs.length] ?? 1);
      runs.push(times);
      return times * 7;
    },
  };
  return { bench, runs, now: () => Math.floor(ms / step) * step, elapsed: () => ms };
}
const none = () => {};
const isClose = (value, wanted) => Math.abs(value / wanted - 1) < 0.01;

for (const cost of [1e-6, 0.0087, 0.5, 19, 134]) {
  test(`${cost} ms are found on a clock that rounds to 0.1 ms`, () => {
    const { bench, now } = machine(cost);
    const { median, best, runs, work } = timeBench(bench, 1200, none, now);

    assert.ok(isClose(median, cost / 1000), String(median));
    assert.ok(isClose(best, cost / 1000), String(best));
    assert.equal(runs, 5);
    assert.equal(work, 7);
  });
}

test('every run that counts is at least 20 ms long, however short the budget', () => {
  const { bench, runs, now } = machine(0.001);
  timeBench(bench, 150, none, now);

  assert.ok(runs.at(-1) * 0.001 >= 20, String(runs.at(-1)));
});

test('a run that the clock does not see is made longer, though the budget is spent', () => {
  const { bench, now } = machine(0.0087);
  let calls = 0;
  const busyElsewhere = () => now() + (calls++ === 0 ? -1200 : 0);
  const { median } = timeBench(bench, 1, none, busyElsewhere);

  assert.ok(median > 0 && median < 0.1, String(median));
});

test('a machine that is so slow that one call takes the budget measures that call', () => {
  const { bench, runs, now, elapsed } = machine(1700);
  const timing = timeBench(bench, 1200, none, now);

  assert.deepEqual(runs, [1]);
  assert.equal(timing.runs, 1);
  assert.ok(isClose(timing.median, 1.7));
  assert.equal(elapsed(), 1700);
});

test('a row takes at most its budget and one run more', () => {
  for (const cost of [300, 500, 700, 1100]) {
    const { bench, now, elapsed } = machine(cost);
    timeBench(bench, 1200, none, now);
    assert.ok(elapsed() <= 1200 + cost, `${cost}: ${elapsed()}`);
  }
});

test('one run that something disturbed moves neither the median nor the best', () => {
  const { bench, now } = machine(134, { slowdowns: [1, 1, 3] });
  const { median, best } = timeBench(bench, 1200, none, now);

  assert.ok(isClose(median, 0.134));
  assert.ok(isClose(best, 0.134));
});

test('the median lies between the best and the worst, and is no mean', () => {
  const { bench, now } = machine(134, { slowdowns: [1, 1, 1.1, 1.2, 1.3, 1.9] });
  const { median, best } = timeBench(bench, 1200, none, now);

  assert.ok(isClose(median, 0.134 * 1.2), String(median));
  assert.ok(isClose(best, 0.134));
});

test('no run is longer than the bench allows, and each is prepared for', () => {
  const { bench, runs, now } = machine(0.1, { most: 64 });
  const prepared = [];
  timeBench({ ...bench, prepare: (times) => prepared.push(times) }, 1200, none, now);

  assert.equal(Math.max(...runs), 64);
  assert.deepEqual(prepared, runs);
});

test('what is done between the runs is done before each, and does not count', () => {
  const { bench, now } = machine(134);
  let between = 0;
  const { runs } = timeBench(bench, 1200, () => (between += 1), now);

  assert.equal(between, runs);
});
