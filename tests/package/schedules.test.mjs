/** The same attention in several orders, and the bytes that each of them moves. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { engine } from './installed.mjs';
import { assertClose, randomNormal } from './tensors.mjs';

const layer = engine.attention({ dModel: 8, numHeads: 1, seed: 7 });
const x = randomNormal([16, 8], { seed: 1 });
const causal = { causal: true };
after(() => layer.dispose());

const schedules = {
  plain: { kind: 'plain' },
  tiled: { kind: 'tiled', tile: { queries: 4, keys: 4 } },
  cached: { kind: 'cached' },
  paged: { kind: 'paged', pageSize: 4 },
  chunked: { kind: 'chunked', chunk: 8 },
};

/** Bytes read and written, multiplications, bytes of scores, steps. */
const counts = {
  plain: [3584, 2560, 4096, 2048, 3],
  tiled: [3072, 512, 2776, 0, 10],
  cached: [9216, 1536, 2176, 0, 16],
  paged: [9376, 1536, 2176, 0, 16],
  chunked: [2048, 1536, 3072, 0, 2],
};

for (const [kind, schedule] of Object.entries(schedules)) {
  test(`${kind} gives the output of forward, and counts what it moved`, () => {
    const { read, written, multiplications, storedScores, steps, heads, output } =
      layer.traceSchedule(x, schedule, causal);

    assertClose(output, layer.forward(x, causal));
    assertClose(heads, layer.trace(x, causal).heads);
    assert.deepEqual([read, written, multiplications, storedScores, steps.length], counts[kind]);
  });
}

test('a step says which queries met which keys, and what moved where', () => {
  const { steps } = layer.traceSchedule(x, schedules.tiled, causal);

  assert.deepEqual(steps[5], {
    firstQuery: 8,
    queries: 4,
    firstKey: 8,
    keys: 4,
    multiplications: 2 * 4 * 4 * 8 + 4 * 9,
    heldBytes: 608,
    moves: [
      { what: 'keys', to: 'fast', first: 8, count: 4, bytes: 128 },
      { what: 'values', to: 'fast', first: 8, count: 4, bytes: 128 },
      { what: 'output', to: 'slow', first: 8, count: 4, bytes: 128 },
    ],
  });
});

test('without options nothing is hidden; numbers can have 2 bytes', () => {
  const half = { ...schedules.tiled, bytesPerNumber: 2 };

  const { steps, read, output } = layer.traceSchedule(x, half);

  assert.equal(steps.length, 16);
  assert.equal(read, (16 * 8 + 16 * 2 * 4 * 8) * 2);
  assertClose(output, layer.forward(x));
});

describe('an error names', () => {
  for (const [field, schedule, options = causal] of [
    ['kind', {}],
    ['kind', { kind: 'flash' }],
    ['tile', { kind: 'tiled' }],
    ['tile.keys', { kind: 'tiled', tile: { queries: 1 } }],
    ['pageSize', { kind: 'paged' }],
    ['pageSize', { kind: 'paged', pageSize: 0 }],
    ['chunk', { kind: 'chunked' }],
    ['bytesPerNumber', { kind: 'plain', bytesPerNumber: 0 }],
    ['seed', { kind: 'plain', seed: 1 }],
    ['schedule', 'plain'],
    ['causal', { kind: 'cached' }, {}],
    ['context', { kind: 'cached' }, { context: x, causal: true }],
  ]) {
    test(`${field}, a ConfigError: ${JSON.stringify(schedule)}`, () => {
      expectError(() => layer.traceSchedule(x, schedule, options), { is: 'ConfigError', field });
    });
  }

  test('x, a ShapeError', () => {
    expectError(() => layer.traceSchedule(randomNormal([3, 7]), schedules.plain), {
      is: 'ShapeError',
      argument: 'x',
    });
  });
});

test('more multiplications than 32 bits hold are counted right', () => {
  const wide = engine.attention({ dModel: 256, numHeads: 1 });
  const { multiplications } = wide.traceSchedule(randomNormal([4096, 256]), schedules.plain);
  wide.dispose();

  assert.equal(multiplications, 2 * 4096 * 4096 * 256);
});
