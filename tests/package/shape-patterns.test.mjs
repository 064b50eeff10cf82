/** shapes.runPattern: a learner's chain on elements that carry where they came from. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { engine } from './installed.mjs';

const { runPattern } = engine.shapes;
const sizes = { b: 1, t: 3, h: 2, d: 2 };
const split = 'b t (h d) -> b h t d';

test('a reshape without a transpose has the right shape and wrong contents', () => {
  const run = runPattern(['reshape(b, h, t, d)'], sizes, split);

  assert.deepEqual(run.shape, [1, 2, 3, 2]);
  assert.equal(run.misplaced, 8);
  assert.deepEqual(run.firstMisplaced, {
    at: [0, 0, 1, 0],
    belongsAt: [0, 1, 0, 0],
    holds: { b: 0, t: 0, h: 1, d: 0 },
    shouldHold: { b: 0, t: 1, h: 0, d: 0 },
  });
  assert.equal(
    run.explanation,
    'The shape is right, but 8 of 12 elements are in the wrong place. At [0, 0, 1, 0] is token 0, ' +
      'head 1, number 0, which belongs at [0, 1, 0, 0]. The right one is token 1, head 0, number 0.',
  );
  assert.deepEqual(run.meanings, { b: 'B', t: 'T', h: 'H', d: 'd_head' });
});

test('axes of more than one element are named, in any spelling', () => {
  const batches = { batch: 2, T: 3, heads: 2, d_k: 4 };

  const run = runPattern(
    ['reshape(batch, heads, T, d_k)'],
    batches,
    'batch T (heads d_k) -> batch heads T d_k',
  );

  assert.equal(
    run.explanation,
    'The shape is right, but 32 of 48 elements are in the wrong place. At [0, 0, 1, 0] is sequence ' +
      '0, token 0, head 1, number 0, which belongs at [0, 1, 0, 0]. The right one is sequence 0, ' +
      'token 1, head 0, number 0.',
  );
});

test('a name that the core does not know is its own word', () => {
  const run = runPattern(
    ['reshape(toString, t)'],
    { t: 2, toString: 3 },
    't toString -> toString t',
  );

  assert.equal(run.meanings.toString, 'toString');
  assert.match(run.explanation, /At \[0, 1\] is token 0, toString 1, /u);
});

test('with the transpose every element is in its place', () => {
  const run = runPattern(['reshape(b, t, h, d)', '', 'transpose(0, 2, 1, 3)'], sizes, split);

  assert.equal(run.misplaced, 0);
  assert.equal(run.firstMisplaced, null);
  assert.deepEqual(run.origins, run.wanted);
  assert.equal(run.explanation, 'Each of the 12 elements is where it should be.');
  assert.deepEqual([...run.origins.data], [0, 1, 4, 5, 8, 9, 2, 3, 6, 7, 10, 11]);
  assert.deepEqual(Object.entries(run.axes), Object.entries(sizes));
});

test('chains move elements as the tensor operations do', () => {
  const { arange, reshape, transpose } = engine.tensor;
  const x = reshape(arange(12), [1, 3, 4]);

  const moved = transpose(reshape(x, [1, 3, 2, 2]), [0, 2, 1, 3]);

  assert.deepEqual(runPattern([split], sizes, split).origins, moved);
});

test('tiled copies are in another order than repeated ones', () => {
  const groups = { b: 1, g: 2, r: 2, t: 1, d: 1 };

  const run = runPattern(['b g t d -> b (r g) t d'], groups, 'b g t d -> b (g r) t d');

  assert.deepEqual([...run.origins.data], [0, 1, 0, 1]);
  assert.deepEqual([...run.wanted.data], [0, 0, 1, 1]);
  assert.equal(run.misplaced, 2);
  assert.match(run.explanation, /key head 1/u);
});

test('with another shape everything is misplaced, and no first place is named', () => {
  const run = runPattern(['reshape(t, 4)'], sizes, split);

  assert.equal(run.misplaced, 12);
  assert.equal(run.firstMisplaced, null);
  assert.equal(run.explanation, 'The shape is [3, 4]. The goal is [1, 2, 3, 2], b h t d.');
});

test('takes more than eight sizes', () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`a${i}`, 2]));

  assert.deepEqual(runPattern([], many, 'a18 a19 -> a18 a19').shape, [2, 2]);
  assert.deepEqual(engine.shapes.parse('a18 a19', many), [2, 2]);
});

describe('what cannot be run is an error that names the step', () => {
  for (const [what, steps, fields] of [
    [
      'an unknown name',
      [split, 'reshape(q, -1)'],
      { is: 'FormatError', column: 9, says: 'step 2' },
    ],
    ['no step at all', ['flatten()'], { is: 'FormatError', column: 1, says: 'step 1' }],
    [
      'sizes that do not fit',
      ['reshape(5, 2)'],
      { is: 'ShapeError', argument: 'step 1', says: '[1, 3, 4] holds 12 elements' },
    ],
    ['too many elements', ['b t c -> b t c 999999'], { is: 'ShapeError', says: 'smaller sizes' }],
    ['a number', [1], { is: 'ConfigError', field: 'steps', says: '1' }],
    ['no list', split, { is: 'ConfigError', field: 'steps' }],
    ['too many steps', Array(101).fill(''), { is: 'ConfigError', field: 'steps', says: '100' }],
  ]) {
    test(what, () => expectError(() => runPattern(steps, sizes, split), fields));
  }

  test('an expected pattern without a size', () => {
    expectError(() => runPattern([], { b: 1 }, 'b q -> q b'), {
      is: 'FormatError',
      column: 3,
      says: "expected, column 3: 'q' has no size here",
    });
  });

  test('no sizes', () => {
    expectError(() => runPattern([], undefined, split), { is: 'ConfigError', field: 'sizes' });
  });
});
