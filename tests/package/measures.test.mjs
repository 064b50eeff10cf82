/** Attention made by hand, whose measures are known. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { goldenCases } from './golden.mjs';
import { engine } from './installed.mjs';
import { assertClose, assertTensor } from './tensors.mjs';

const { measure, tensor } = engine;
const T = 4;
/** One head, [T][T], whose query t sees the key at(t) alone. */
const looking = (at) => Array.from({ length: T }, (_, t) => oneHot(at(t)));
const oneHot = (at) => Array.from({ length: T }, (_, s) => (s === at ? 1 : 0));
const uniform = Array.from({ length: T }, () => Array(T).fill(1 / T));
const hidden = Array.from({ length: T }, () => Array(T).fill(0));
const itself = looking((t) => t);
const previous = looking((t) => Math.max(t - 1, 0));

/** In the order of the goldens' columns. */
const PATTERNS = ['previous', 'self', 'first', 'duplicate', 'induction'];

for (const { name, weights, tokens, expected } of goldenCases('measures.json')) {
  test(`measures are the definition's in double precision: ${name}`, () => {
    assertClose(measure.entropy(weights), expected.entropy, 1e-6);
    assertClose(measure.headDistance(weights), expected.headDistance, 1e-6);
    assertClose(measure.saturation(weights), expected.saturation, 1e-6);
    if (!tokens) return;
    const patterns = measure.headPatterns(weights, tokens);
    assert.deepEqual(Object.keys(patterns[0]), PATTERNS);
    const shares = patterns.flatMap((pattern) => PATTERNS.map((key) => pattern[key] ?? NaN));
    assertClose({ shape: [patterns.length, 5], data: shares }, expected.headPatterns, 1e-6);
  });
}

test('entropy is ln S for equal weights, 0 for one key or none', () => {
  const all = Array(T).fill(Math.log(T));

  assertTensor(measure.entropy([uniform, itself, hidden]), [all, [0, 0, 0, 0], [0, 0, 0, 0]]);
  assert.deepEqual(measure.entropy([[uniform, itself]]).shape, [1, 2, T]);
});

test('headDistance is 0 for equal heads, ln 2 for heads without a common key', () => {
  const ln2 = Math.LN2;

  assertTensor(measure.headDistance([itself, itself]), [
    [0, 0],
    [0, 0],
  ]);
  assertTensor(measure.headDistance([itself, looking((t) => (t + 1) % T)]), [
    [0, ln2],
    [ln2, 0],
  ]);
});

test('headDistance of tied heads is 0', () => {
  const layer = engine.attention({ dModel: 8, numHeads: 4, tieHeads: true });
  const { weights } = layer.trace(tensor.randomNormal([2, 5, 8]));

  assert.ok(measure.headDistance(weights).data.every((distance) => distance === 0));
  assert.equal(measure.headDiversity(weights).mean, 0);
  layer.dispose();
});

test('headDiversity is the mean over pairs, with the most and the least different', () => {
  const { mean, most, least } = measure.headDiversity([
    itself,
    looking((t) => (t + 1) % T),
    itself,
  ]);

  assert.ok(Math.abs(mean - (2 / 3) * Math.LN2) < 1e-6);
  assert.deepEqual(most.heads, [0, 1]);
  assert.ok(Math.abs(most.distance - Math.LN2) < 1e-6);
  assert.deepEqual(least, { heads: [0, 2], distance: 0 });
});

test('saturation of equal weights is 1 - 1/S, of one key 0', () => {
  assertTensor(measure.saturation([uniform, itself]), [1 - 1 / T, 0]);
  assertTensor(measure.saturation([[uniform, itself]]), [1 - 1 / T, 0]);
});

describe('headPatterns', () => {
  test('finds the head of the previous token', () => {
    const [pattern] = measure.headPatterns([previous]);

    assert.equal(pattern.previous, 1);
    assert.equal(pattern.self, 1 / T);
    assert.equal(pattern.first, 1 / 3);
    assert.equal(pattern.duplicate, null);
    assert.equal(pattern.induction, null);
  });

  test('finds the heads that look at themselves and at the first token', () => {
    const [self, first] = measure.headPatterns([itself, looking(() => 0)]);

    assert.deepEqual([self.self, self.first], [1, 0]);
    assert.deepEqual([first.self, first.first], [0.25, 1]);
  });

  test('finds duplicate and induction where an earlier token is equal', () => {
    const tokens = ['a', 'b', 'a', 'b'];
    const [duplicate] = measure.headPatterns([looking((t) => Math.max(t - 2, 0))], tokens);
    const [induction] = measure.headPatterns([previous], tokens);

    assert.deepEqual([duplicate.duplicate, duplicate.induction], [1, 0]);
    assert.deepEqual([induction.duplicate, induction.induction], [0, 1]);
  });

  test('adds up the mass on all earlier equal tokens', () => {
    const [pattern] = measure.headPatterns([uniform], [7, 7, 7, 8]);

    assert.equal(pattern.duplicate, (0.25 + 0.5) / 2);
  });

  test('keeps words and numbers apart, and is null if no token is equal', () => {
    const [pattern] = measure.headPatterns([uniform], ['1', 1, 'one', 'eins']);

    assert.equal(pattern.duplicate, null);
    assert.equal(pattern.induction, null);
  });

  test('of a single token has no previous one', () => {
    assert.deepEqual(measure.headPatterns([[[1]]], ['a']), [
      { previous: null, self: 1, first: null, duplicate: null, induction: null },
    ]);
  });
});

describe('what does not fit is an error', () => {
  for (const [name, weights] of [
    ['entropy', [[1]]],
    ['headDistance', [1]],
    ['saturation', [[[[[1]]]]]],
    ['headDiversity', [[1]]],
    ['headPatterns', [[1]]],
  ]) {
    test(`${name} needs three or four axes`, () => {
      expectError(() => measure[name](weights), {
        is: 'ShapeError',
        argument: 'weights',
        axis: null,
        expected: '[B, H, T, S] or [H, T, S]',
        says: 'weights',
      });
    });
  }

  test('headDiversity needs two heads', () => {
    expectError(() => measure.headDiversity([uniform]), { is: 'ShapeError', axis: 0, actual: '1' });
    expectError(() => measure.headDiversity([[uniform]]), { is: 'ShapeError', axis: 1 });
  });

  test('headPatterns needs as many keys as queries, and a token for each', () => {
    const tokens = (given) => () => measure.headPatterns([uniform], given);
    const fields = { is: 'ShapeError', argument: 'tokens', axis: 0 };

    expectError(() => measure.headPatterns([[[1, 0]]]), { is: 'ShapeError', argument: 'weights' });
    expectError(tokens(['a']), { ...fields, expected: '4', actual: '1' });
    expectError(tokens([]), { ...fields, actual: '0' });
    expectError(tokens('abcd'), { is: 'ConfigError', field: 'tokens' });
    expectError(tokens(['a', 'b', null, 'd']), { is: 'ConfigError', says: 'tokens[2] is null' });
  });
});
