import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { stepsProblem } = await bundled('elements/steps/problem.ts');
const { defaultSteps } = await bundled('elements/steps/state.ts');

test('what the core says is marked as English', () => {
  const error = new Error('embed: tokens must not be empty');
  const { field, notice } = stepsProblem(error, defaultSteps, defaultSteps, () => {});

  assert.equal(field, null);
  assert.deepEqual(notice.why.values, [error.message]);
  assert.match(notice.why.strings[0], /<span lang="en">$/u);
});
