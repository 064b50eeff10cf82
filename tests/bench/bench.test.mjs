/** Of the bench's own arithmetic: `node --test tests/bench/`, quick. Timings are not asserted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keysFirst, headsFirst, causalMask } from './contestants/layouts.mjs';
import { layer as plainLayer } from './contestants/plain-javascript.mjs';
import { decode, largestError, lastByHeads, lastByLatents, layer, product } from './reference.mjs';
import { rows } from './rows.mjs';
import { table } from './table.mjs';
import { judge, judgeCrowd, judgeFirstPage, judgeSolvedRuns } from './targets.mjs';
import { median, takeTurns, warmUp } from './timing.mjs';

const numbers = (count, step) => Float32Array.from({ length: count }, (_, i) => Math.sin(i * step));
const sizes = { T: 5, dModel: 6, numHeads: 2, causal: false };
const weights = {
  wq: numbers(36, 1.1),
  wk: numbers(36, 1.3),
  wv: numbers(36, 1.7),
  wo: numbers(36, 1.9),
};
const tensors = { x: numbers(30, 0.7), ...weights };

test('the reference multiplies matrices that are not square', () => {
  const c = product([1, 2, 3, 4, 5, 6], [1, 0, 0, 1, 1, 1], { M: 2, K: 3, N: 2 });

  assert.deepEqual([...c], [4, 5, 10, 11]);
});

for (const causal of [false, true]) {
  test(`the reference and plain JavaScript agree on a layer, causal: ${causal}`, () => {
    const expected = layer(tensors, { ...sizes, causal });

    assert.ok(largestError(plainLayer(tensors, { ...sizes, causal }), expected) < 1e-6);
  });
}

test('decoding a token gives the last row of the causal layer', () => {
  const whole = layer(tensors, { ...sizes, causal: true });
  const past = tensors.x.subarray(0, 24);
  const x = tensors.x.subarray(24);

  const { output } = decode({ past, x, ...weights }, { dModel: 6, numHeads: 2, past: 4 });

  assert.ok(largestError(output, whole.subarray(24)) < 1e-12);
});

test('the last token by as many key/value heads is decoding', () => {
  const { output } = decode(
    { past: tensors.x.subarray(0, 24), x: tensors.x.subarray(24), ...weights },
    { dModel: 6, numHeads: 2, past: 4 },
  );

  const last = lastByHeads(tensors.x, weights, {
    dModel: 6,
    numHeads: 2,
    numKvHeads: 2,
    dHead: 3,
  });

  assert.ok(largestError(last, output) < 1e-12);
});

test('latents as wide as the tokens, without anything rotary, give the same', () => {
  const sizes = { dModel: 6, numHeads: 2, dHead: 3 };
  const identity = Float64Array.from({ length: 36 }, (_, i) => Number(i % 7 === 0));
  const wq = Float64Array.from(weights.wq, (weight) => weight * Math.sqrt(5 / 3)); // 3 + 2 wide

  const last = lastByLatents(
    tensors.x,
    {
      wq,
      wdkv: identity,
      wuk: weights.wk,
      wuv: weights.wv,
      wqr: new Float64Array(24),
      wkr: new Float64Array(12),
      wo: weights.wo,
    },
    { ...sizes, dLatent: 6, dRope: 2 },
  );

  const wanted = lastByHeads(tensors.x, weights, { ...sizes, numKvHeads: 2 });
  assert.ok(largestError(last, wanted) < 1e-12);
});

test('scores of rotary parts depend on how far tokens lie apart alone', () => {
  const sizes = { dModel: 2, numHeads: 1, dHead: 1, dLatent: 1, dRope: 2 };
  const rotary = { wqr: Float64Array.of(1, 0, 0, 1), wkr: Float64Array.of(1, 0, 0, 1) };
  const zero = { wq: new Float64Array(2), wuk: new Float64Array(1) };
  const values = {
    wdkv: Float64Array.of(0, 1),
    wuv: Float64Array.of(1),
    wo: Float64Array.of(1, 1),
  };
  const tokens = Float64Array.of(3, 0, 3, 1); // the key at distance 1 turns by 1 radian

  const [output] = lastByLatents(tokens, { ...rotary, ...zero, ...values }, sizes);

  const score = (key, turn) =>
    (3 * (key[0] * Math.cos(turn) + key[1] * Math.sin(turn)) +
      1 * (key[1] * Math.cos(turn) - key[0] * Math.sin(turn))) /
    Math.sqrt(3);
  const [first, last] = [Math.exp(score([3, 0], 1)), Math.exp(score([3, 1], 0))];
  assert.ok(Math.abs(output - last / (first + last)) < 1e-12);
});

test('a NaN, or an output of another length, is no small error', () => {
  assert.equal(largestError([1, NaN, 1], [1, 1, 1]), Infinity);
  assert.equal(largestError([1, 1], [1, 1, 1]), Infinity);
});

test('keys and values take the layouts that the peers want', () => {
  const rows = Float32Array.from([0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23]); // [3, 2 heads of 2]

  assert.deepEqual([...headsFirst(rows, 3, 4, 2)], [0, 1, 10, 11, 20, 21, 2, 3, 12, 13, 22, 23]);
  assert.deepEqual([...keysFirst(rows, 3, 4)], [0, 10, 20, 1, 11, 21, 2, 12, 22, 3, 13, 23]);
});

test('the causal mask hides what comes later', () => {
  const [no, yes] = [-Infinity, 0];

  assert.deepEqual([...causalMask(3)], [yes, no, no, yes, yes, no, yes, yes, yes]);
});

test('the median of an even number of batches lies between the two in the middle', () => {
  assert.equal(median([9, 1, 4, 2]), 3);
});

test('a clock too coarse to see one call still gives a finite batch', async () => {
  const contestant = { time: (count) => Math.floor(count / 1000) };

  const { count } = await warmUp(contestant, 10);

  assert.ok(count >= 9_000 && count <= 12_000, String(count));
});

test('contestants take turns, batch by batch', async () => {
  const order = [];
  const contestant = (name) => ({ count: 2, time: () => order.push(name) });

  await takeTurns([contestant('a'), contestant('b')], 2);

  assert.deepEqual(order, ['a', 'b', 'a', 'b']);
});

test('the table shows a missed target and the ratio to the best peer', () => {
  const summary = (median) => ({ times: [median], median, best: median });
  const result = {
    row: 'layer-64-256-8',
    limit: { perSecond: 60e9, ...summary(1) },
    contestants: [
      { name: 'manyheads', peer: false, variant: 'published', error: 1e-6, ...summary(1) },
      { name: 'slow', peer: true, variant: 'one', error: 1e-6, ...summary(3) },
      { name: 'quick', peer: true, variant: 'one', error: 1e-6, ...summary(1.25) },
    ],
  };
  const row = { flops: 37.7e6, targets: { wasm: { share: 0.83, timesPeer: 1.5 } } };
  const environment = { name: 'Node', version: '20', results: [result] };
  result.targets = judge(row, result, [result], 'wasm');

  const text = table({
    machine: { cpu: 'CPU', processors: 2, pinnedTo: 1, load: [0, 0] },
    environments: [environment],
  });

  assert.match(text, /63 %\s+1\.25\s+1\.00 ms\s+1\.25 ms quick, one/);
  assert.match(text, /MISSED >= 83 %, MISSED >= 1\.5 x peer/);
});

test('one run of training that takes longer than a second misses the target', () => {
  const met = (times) => judgeSolvedRuns({ times })[0].met;

  assert.equal(met([300, 999]), true);
  assert.equal(met([300, 1001]), false);
});

test('a step of training is counted as 19 MFLOP', () => {
  const { flops } = rows.find(({ kind }) => kind === 'training');

  assert.equal(Math.round(flops / 1e6), 19);
});

test('a crowd is judged by its first answer and its longest block', () => {
  const crowd = { first: { median: 400 }, longest: { median: 201 } };
  const machine = { cpu: 'a', processors: 2, pinnedTo: null, load: [0, 0] };

  const text = table({
    machine,
    environments: [],
    crowd: { ...crowd, targets: judgeCrowd(crowd) },
  });

  assert.match(text, /the first answers +400 ms +met <= 5000 ms/u);
  assert.match(text, /longest block +201 ms +MISSED <= 200 ms/u);
});

test('the first page is judged by its slow runs', () => {
  const results = (slow) => [
    { slowdown: 1, figure: { median: 300 }, floor: { median: 100 } },
    { slowdown: 4, figure: { median: slow }, floor: { median: 400 } },
  ];

  assert.equal(judgeFirstPage(results(999))[0].met, true);
  assert.equal(judgeFirstPage(results(1001))[0].met, false);
  const machine = { cpu: 'a', processors: 2, pinnedTo: null, load: [0, 0] };
  const firstPage = { results: results(900), targets: judgeFirstPage(results(900)) };
  const text = table({ machine, environments: [], firstPage });
  assert.match(text, /at 1\/4 of it +3\.00 +900 ms +400 ms +met <= 1000 ms/u);
});
