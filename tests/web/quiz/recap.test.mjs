import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'manyheads';
import { bundled } from '../bundled.mjs';

const { recap } = await bundled('elements/quiz/recap.ts');
const { withBudget } = await bundled('elements/quiz/own/budget.ts');
const { quizzes } = await bundled('elements/quiz/quizzes/index.ts');

test('the recap grades the answers once, however often it is drawn', async () => {
  const quiz = quizzes.get('heads-times-width');
  const counted = withBudget(await load(), Infinity);
  const draw = (tries, each = quiz) => {
    const before = counted.calls;
    recap({
      quizzes: [each],
      statusOf: () => 'missed',
      progress: { log: [], tries: { [quiz.id]: tries } },
      reveal: 'second-try',
      engine: counted.engine,
      tryAgain() {},
    });
    return counted.calls - before;
  };
  const tries = { seed: 0, answers: ['1', '2', 'three'], shown: false };

  const first = draw(tries);
  assert.ok(first > 3, `${first}`);
  assert.equal(draw(tries), 0);
  assert.ok(draw({ ...tries }) > 3, 'other tries are graded');
  assert.ok(draw(tries, { ...quiz }) > 3, 'another question with this id is graded');
});
