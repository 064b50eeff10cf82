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
