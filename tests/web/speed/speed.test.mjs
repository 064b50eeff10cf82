import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { layerFlops } = await bundled('elements/speed/flops.ts');
const { readRowTime } = await bundled('elements/speed/measuring.ts');
const { computeSpeeds, toJson } = await bundled('elements/speed/report.ts');
const { makeBench } = await bundled('elements/speed/subjects.ts');
const { significant } = await bundled('lib/significant.ts');

test('the time for a row is a number of ms; anything else is the usual time', () => {
  assert.deepEqual([300, '45'].map(readRowTime), [300, 45]);
  for (const input of [NaN, null, undefined, '', 'fast', 0, -5, Infinity, {}]) {
    assert.equal(readRowTime(input), 1200, String(input));
  }
});

test('the operations of a layer are those of its six products', () => {
  const [T, d] = [5, 12];
  const product = (m, k, n) => 2 * m * k * n;
  const projections = 4 * product(T, d, d);
  const heads = 3 * (product(T, d / 3, T) + product(T, T, d / 3));

  assert.equal(layerFlops(T, d), projections + heads);
});

test('of a causal layer, only the keys that a query sees are counted', () => {
  assert.equal(layerFlops(3, 1) - layerFlops(3, 1, true), 4 * (9 - 6));
});

const row = (kind, { median, best = median, work, peakBetween = 0, ...size }) => ({
  subject: { kind, ...size },
  ...{ median, best, work, peakBetween, runs: 5 },
});
const rows = [
  row('peak', { median: 3, best: 2, work: 100 }),
  row('memory', { median: 4, best: 2, work: 8, peakBetween: 40 }),
  row('layer', { median: 4, best: 2, work: 100, peakBetween: 62.5, tokens: 6, causal: false }),
  row('decode', { median: 0.5, best: 0.25, work: 1, peakBetween: 30 }),
];

test('limits show their best run, everything else its median', () => {
  const speeds = computeSpeeds(rows.slice(0, 1)).concat(computeSpeeds(rows).slice(1));

  assert.deepEqual(
    speeds.map(({ perSecond }) => perSecond),
    [50, 4, 25, 2],
  );
});

test('the peak is the best of all its runs, also of those between the rows', () => {
  const [peak, , layer] = computeSpeeds(rows);

  assert.equal(peak.perSecond, 62.5);
  assert.equal(peak.share, 1);
  assert.equal(layer.share, 25 / 62.5);
});

test('a layer that was faster than multiplying and adding alone is the peak', () => {
  const fast = row('layer', { median: 2, best: 1, work: 100, tokens: 6, causal: false });
  const speeds = computeSpeeds([...rows.slice(0, 3), fast]);

  assert.equal(speeds[0].perSecond, 100);
  assert.deepEqual(
    speeds.map(({ share }) => share),
    [1, null, 0.25, 0.5],
  );
});

test('what counts no operations has no share of the peak', () => {
  const [, memory, , decode] = computeSpeeds(rows);

  assert.equal(memory.share, null);
  assert.equal(decode.share, null);
});

test('nothing measured gives no rows', () => {
  assert.deepEqual(computeSpeeds([]), []);
});

test('the JSON has the machine, and every number as it was measured', () => {
  const { browser, results } = JSON.parse(toJson(rows, { browser: 'a "browser"' }));

  assert.equal(browser, 'a "browser"');
  assert.deepEqual(results[2], {
    ...{ kind: 'layer', tokens: 6, causal: false },
    ...{ perSecond: 25, unit: 'operations', shareOfPeak: 0.4 },
    ...{ secondsEach: { median: 4, best: 2 }, runs: 5 },
  });
});

test('three digits count, and thousands are shown in full', () => {
  assert.deepEqual([0.0871, 0.9996, 5.234, 9.996, 64.58, 99.96, 987.6, 12345.6].map(significant), [
    '0.09',
    '1.00',
    '5.23',
    '10.0',
    '64.6',
    '100',
    '988',
    '12,346',
  ]);
});

test('decoding always has about as many tokens before it as it says', () => {
  let length = 0;
  const lengths = [];
  const cache = {
    get length() {
      return length;
    },
    reset: () => (length = 0),
    dispose: () => {},
    step({ shape: [count] }) {
      if (count === 1) lengths.push(length);
      length += count;
    },
  };
  const engine = {
    attention: () => ({ cache: () => cache, dispose: () => {} }),
    tensor: { randomNormal: (shape) => ({ shape }) },
  };
  const bench = makeBench({ kind: 'decode', tokens: 1024, dModel: 768, heads: 12 }, engine);
  for (const times of [1, 8, 50, 64, 64, 64]) {
    bench.prepare(times);
    assert.equal(bench.run(times), times);
  }

  assert.equal(Math.min(...lengths), 1024);
  assert.ok(Math.max(...lengths) < 1024 * 1.07, String(Math.max(...lengths)));
});
