import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { engine } from './installed.mjs';

const { question, check, parse } = engine.shapes;
const stages = {
  projection: 1,
  output: 1,
  'feed-forward-hidden': 1,
  'feed-forward': 1,
  'split-heads': 2,
  'reshape-heads': 2,
  'transpose-back': 2,
  'merge-heads': 2,
  scores: 3,
  'transposed-keys': 3,
  weights: 3,
  heads: 3,
  'cross-scores': 4,
  'masked-scores': 4,
  'grouped-keys': 4,
  'repeated-keys': 4,
  'cached-keys': 4,
  'cached-step': 4,
  'summed-heads': 5,
  'heads-in-batch': 5,
  'scores-in-batch': 5,
  'lens-in-batch': 5,
  'mask-in-batch': 5,
  'latent-cache': 5,
};
const written = (shape) => `[${shape.join(', ')}]`;

for (const [stage, level] of Object.entries(stages)) {
  describe(`the question on ${stage}`, () => {
    const asked = question({ seed: 7, level, stage });
    const { actual, details } = check(asked, '[1]');

    test('has a stage, a level, sizes and a prompt', () => {
      assert.equal(asked.stage, stage);
      assert.equal(asked.level, level);
      assert.ok(asked.prompt.endsWith('?'));
      assert.ok(Object.values(asked.sizes).every((size) => Number.isInteger(size) && size > 1));
      assert.ok(asked.code.length > 0);
    });

    test('takes the shape that the core computed, in numbers and in names', () => {
      for (const answer of [written(actual), actual.join(' x ')]) {
        const verdict = check(asked, answer);

        assert.equal(verdict.correct, true);
        assert.deepEqual(verdict.actual, actual);
        assert.equal(verdict.axis, null);
        assert.equal(verdict.misconception, null);
      }
      if (Object.keys(asked.sizes).some((name) => details.axes.includes(name))) {
        const sizes = { G: 1, S: 1, H: 1, d_head: 1, d_model: 1, ...asked.sizes };
        assert.equal(parse(details.axes, sizes).length, actual.length);
      }
    });

    test('names the first axis that is wrong', () => {
      actual.forEach((_, axis) => {
        const wrong = actual.map((size, i) => (i < axis ? size : size + 1000));

        const verdict = check(asked, written(wrong));

        assert.equal(verdict.correct, false);
        assert.equal(verdict.axis, axis);
        assert.equal(verdict.details.given, wrong[axis]);
        assert.equal(verdict.details.wanted, actual[axis]);
        assert.ok(verdict.explanation.length > 0);
      });
    });

    test('says that the rank is wrong', () => {
      const verdict = check(asked, written([...actual, 1]));

      assert.equal(verdict.correct, false);
      assert.equal(verdict.axis, null);
      assert.equal(verdict.details.rank, actual.length + 1);
      assert.equal(verdict.details.rankWanted, actual.length);
    });

    test('has axes that all differ', () => {
      const axes = stage === 'scores' ? actual.slice(0, -1) : actual;
      assert.equal(new Set(axes).size, axes.length);
    });
  });
}

test('the same options ask the same question, another seed another', () => {
  assert.deepEqual(question({ seed: 3, level: 2 }), question({ seed: 3, level: 2 }));
  const ids = new Set();
  for (let seed = 0; seed < 50; ++seed) ids.add(JSON.stringify(question({ seed, level: 2 }).sizes));
  assert.ok(ids.size > 10);
});

test('every level asks, with and without a stage', () => {
  for (const level of [1, 2, 3, 4, 5]) {
    const asked = question({ seed: 1, level, stage: undefined });

    assert.equal(stages[asked.stage], level);
    assert.equal(check(asked, written(check(asked, '1').actual)).correct, true);
  }
});

test('an empty text is the id of no stage', () => {
  const ask = () => question({ seed: 1, level: 2, stage: '' });

  expectError(ask, { is: 'ConfigError', field: 'stage', says: 'the id of a stage' });
});

test('a transposed answer is recognised', () => {
  const asked = question({ seed: 1, level: 2, stage: 'split-heads' });
  const { B, T, H, d_head } = asked.sizes;

  const verdict = check(asked, written([B, T, H, d_head]));

  assert.equal(verdict.misconception, 'transposed');
  assert.equal(verdict.axis, 1);
});

test('trusts nothing in the question but its id', () => {
  const asked = question({ seed: 1, level: 2, stage: 'split-heads' });
  const { actual } = check(asked, '[1]');
  const forged = { ...asked, sizes: { B: 1, T: 1, H: 1, d_head: 1 }, stage: 'output', level: 5 };

  assert.deepEqual(check(forged, written(actual)), check(asked, written(actual)));
  assert.equal(check({ id: asked.id }, written(actual)).correct, true);
});

for (const id of [
  '',
  '/',
  '///',
  'split-heads',
  'split-heads/2/1',
  'split-heads/2/1/chosen/more',
  'split-heads/2/1/',
  'split-heads/2/1/any ',
  'split-heads/0/1/chosen',
  'split-heads/6/1/chosen',
  'split-heads/2/-1/chosen',
  'split-heads/2/1e3/chosen',
  'split-heads/02/1/chosen',
  'split-heads/2/99999999999999999999999/chosen',
  'nothing/2/1/chosen',
  'output/2/1/any',
  '\0/1/1/any',
  '/'.repeat(100_000),
]) {
  test(`refuses the forged id '${id.slice(0, 50)}'`, () => {
    expectError(() => check({ id }, '[1]'), { is: 'ConfigError' });
  });
}

describe('what is wrong is an error that names it', () => {
  const asked = question({ seed: 1, level: 1 });
  for (const [what, call, fields] of [
    ['no seed', () => question({ level: 1 }), { field: 'seed' }],
    ['no level', () => question({ seed: 1 }), { field: 'level' }],
    [
      'level 0',
      () => question({ seed: 1, level: 0 }),
      { field: 'level', says: 'a whole number from 1 to 5' },
    ],
    ['level 6', () => question({ seed: 1, level: 6 }), { field: 'level', says: 'is 6' }],
    ["level '1'", () => question({ seed: 1, level: '1' }), { field: 'level', says: "'1'" }],
    ['a negative seed', () => question({ seed: -1, level: 1 }), { field: 'seed', says: '-1' }],
    [
      'no such stage',
      () => question({ seed: 1, level: 1, stage: 'x' }),
      { field: 'stage', says: 'scores' },
    ],
    ['no question', () => check(null, '[1]'), { field: 'question' }],
    ['a question without id', () => check({}, '[1]'), { field: 'question.id' }],
    ['a number as id', () => check({ id: 1 }, '[1]'), { field: 'question.id' }],
    ['no answer', () => check(asked), { field: 'answer', says: 'missing' }],
    ['a list as answer', () => check(asked, [1]), { field: 'answer', says: 'an array' }],
  ]) {
    test(what, () => expectError(call, { is: 'ConfigError', ...fields }));
  }

  test('an answer that is no shape', () => {
    expectError(() => check(asked, 'B, ?'), { is: 'FormatError', column: 4, says: "'?'" });
  });
});
