import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lessonCells, printedByLesson, startPython } from './python.mjs';

test('the lesson’s cells print what was recorded', async () => {
  const recorded = Object.fromEntries([...lessonCells].map(([id, cell]) => [id, cell.recorded]));

  assert.deepEqual(await printedByLesson(), recorded);
});

test('the second cell of the lesson prints ten zeros', () => {
  const lines = lessonCells.get('forward').recorded.trimEnd().split('\n');

  assert.deepEqual(
    lines,
    Array.from({ length: 10 }, (_, i) => `${i} 0.0`),
  );
});

const exercises = [...lessonCells].filter(([, { check }]) => check);

test('there are twelve exercises', () => assert.equal(exercises.length, 12));

for (const [id, { code, check, solution }] of exercises) {
  test(`the check of ${id} says with numbers what fails at first`, async () => {
    const python = await startPython();
    assert.equal(python.run(code).error, null);

    const { type, message } = python.check(check);

    assert.equal(type, 'AssertionError');
    assert.match(message, /\d.*\.$/u);
  });

  test(`the check of ${id} passes for its solution`, async () => {
    const python = await startPython();
    assert.equal(python.run(solution).error, null);

    assert.equal(python.check(check), null);
  });
}

/** A function of the exercise that returns this. */
const returns = (id, value) => {
  const [, head] = /(def \w+\([^)]*\):)(?![\s\S]*def )/u.exec(lessonCells.get(id).solution);
  return `import numpy as np\n${head}\n    return ${value}`;
};
const failing = async (id, source) => {
  const python = await startPython();
  assert.equal(python.run(source).error, null);
  const failed = python.check(lessonCells.get(id).check);
  assert.equal(failed?.type, 'AssertionError'); // others are shown with their type
  return failed.message;
};

for (const [id] of exercises) {
  test(`the check of ${id} says what no array is`, async () => {
    assert.match(await failing(id, returns(id, 'None')), /returned nothing|got no value/u);
    assert.match(await failing(id, returns(id, '[1.0]')), /got a list/u);
  });
}

const weights = `
def weights(s, axis=-1):
    e = np.exp(s - s.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)`;
const soft = lessonCells
  .get('empty')
  .solution.replace(/^import.*/u, '')
  .replace('masked_softmax', 'soft')
  .replace(/print.*/gu, '');
const masked = (value) => `np.where(np.tril(np.ones(scores.shape)), scores, ${value})`;

for (const [id, source, reason] of [
  ['write-one-head', returns('write-one-head', 'x @ w_q * np.nan'), /NaN/u],
  ['write-multi-head', returns('write-multi-head', 'x @ w_o * np.nan'), /NaN/u],
  ['concat', returns('concat', 'heads[0] @ W_O[:4] * np.nan'), /NaN/u],
  ['causal', returns('causal', `weights(${masked('-np.inf')}, 0)`) + weights, /columns/u],
  ['causal', returns('causal', `weights(${masked('-12')})`) + weights, /gives 7\.\d+e-05 of/u],
  ['causal', returns('causal', 'np.tril(scores * np.nan)'), /diagonal/u],
  ['empty', returns('empty', 'np.exp(scores - scores) * 1e-5'), /falls on|should have/u],
  [
    'empty',
    returns('empty', 'None if valid_len == 0 else soft(scores, valid_len)') + soft,
    /no key at all, .* nothing/u,
  ],
  ['lengths', returns('lengths', 'np.full((6, 4), -np.inf)'), /True or False, or 1 or 0/u],
  [
    'grouped',
    returns('grouped', 'K.repeat(3, axis=0)'),
    /Four heads should have keys of \[4, 5, 2\]/u,
  ],
]) {
  test(`the check of ${id} gives the reason ${reason.source}`, async () => {
    assert.match(await failing(id, source), reason);
  });
}

test('causal attention that masks after the exponential is right, but for rounding', async () => {
  const { check, solution } = lessonCells.get('write-causal');
  const after = 'e = np.exp(scores - scores.max(axis=-1, keepdims=True)) * seen';
  const program = solution.replace(
    'weights = softmax(np.where(seen, scores, -np.inf))',
    `${after}\n    weights = e / e.sum(axis=-1, keepdims=True)`,
  );
  const python = await startPython();

  assert.equal(python.run(program).error, null);
  assert.match(program, /\* seen/u);
  assert.equal(python.check(check), null);
});

test('a check finds names that the learner has used again', async () => {
  const { check, solution } = lessonCells.get('causal');
  const python = await startPython();
  python.run(`${solution}\nlist = abs = range = int = tuple = 3`);

  assert.equal(python.check(check), null);
});

test('words that one_head has changed are a reason', async () => {
  const { solution } = lessonCells.get('write-one-head');

  assert.match(
    await failing('write-one-head', solution.replace('    q, k', '    x -= 1\n    q, k')),
    /The x that was passed in was changed/u,
  );
});
