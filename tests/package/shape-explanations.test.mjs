/** The sentences of shapes.check: ids and sizes come from the core, the words from the package. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { engine } from './installed.mjs';
import { misconceptions } from './misconceptions.mjs';

const { question, check } = engine.shapes;
const split = question({ seed: 1, level: 2, stage: 'split-heads' });

test('a right answer is shown with the names of its axes', () => {
  const { explanation, explanationId, actual } = check(split, '[B, H, T, d_head]');

  assert.equal(explanationId, 'right');
  assert.equal(explanation, `[${actual.join(', ')}] is [B, H, T, d_head].`);
});

test('the first wrong axis is explained', () => {
  const { explanation, explanationId, values } = check(split, '[B, H, 1000, d_head]');

  assert.equal(explanationId, 'axis');
  assert.equal(explanation, 'Axis 2 is for the tokens.');
  assert.equal(values.found, null);
});

test('a size in the wrong place is named', () => {
  const { T } = split.sizes;

  const { explanation, values } = check(split, '[B, H, T, T]');

  assert.equal(explanation, `Axis 3 is for the numbers of one head. ${T} is T, for the tokens.`);
  assert.equal(values.found, 'T');
  assert.equal(values.sizes.T, T);
});

test('an answer with too few axes: the missing axes are named', () => {
  const { explanation, explanationId, values } = check(split, '[B]');

  assert.equal(explanationId, 'rank');
  assert.deepEqual(values.missing, ['H', 'T', 'd_head']);
  assert.equal(
    explanation,
    'The answer has 4 axes, yours has 1. Yours has no axis for: the heads, the tokens, the ' +
      'numbers of one head.',
  );
});

test('right sizes in the wrong order', () => {
  const { explanation, explanationId, values } = check(split, '[d_head, H, T, B]');

  assert.equal(explanationId, 'order');
  assert.deepEqual(values.axes, ['B', 'H', 'T', 'd_head']);
  assert.ok(
    explanation.startsWith(
      'The sizes are right, but not their order. Axis 0 is for the sequences of the batch.',
    ),
    explanation,
  );
});

describe('a misconception is explained with the learner’s own sizes', () => {
  for (const [stage, answer, misconception] of misconceptions) {
    test(`${misconception} at ${stage}`, () => {
      const asked = question({ seed: 3, level: 5, stage });

      const verdict = check(asked, answer);

      assert.equal(verdict.misconception, misconception);
      assert.equal(verdict.explanationId, misconception);
      assert.equal(verdict.values.stage, stage);
      assert.match(verdict.explanation, / = \d/u);
      assert.doesNotMatch(verdict.explanation, /[{}]|undefined/u);
    });
  }
});

test('the sizes of an explanation are those of the question', () => {
  const asked = question({ seed: 3, level: 2, stage: 'split-heads' });
  const { d_head } = asked.sizes;

  const { explanation } = check(asked, '[B, T, H*d_head]');

  assert.equal(
    explanation,
    'In your answer the heads are side by side in one axis. The split gives the heads an axis of ' +
      `their own, and each head has d_head = ${d_head} numbers.`,
  );
});
