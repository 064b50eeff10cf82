import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withMathMl } from '../../../emscripten/package/quiz-formulas.mjs';
import { bundled } from '../bundled.mjs';

const { plainText, splitFormulas } = await bundled('elements/quiz/text.ts');
const { quizzes } = await bundled('elements/quiz/quizzes/index.ts');

test('a formula becomes MathML, with its placeholders and its plain text', () => {
  assert.equal(
    withMathMl('At ${T}²$.'),
    'At <math alttext="{T}²"><msup><mn>{T}</mn><mn>2</mn></msup></math>.',
  );
});

test('a root, an index and a matrix are set', () => {
  assert.match(withMathMl('$√d_head$'), /<msqrt><msub><mi>d<\/mi><mtext>head<\/mtext>/);
  assert.match(withMathMl('$X W_UK$ comes first'), /<msub><mi>W<\/mi><mtext>UK<\/mtext><\/msub>/);
});

test('a symbol outside a formula looks like every other in its sentence', () => {
  assert.equal(withMathMl('W_O is [d_model, d_model].'), 'W_O is [d_model, d_model].');
});

test('a line can break before an equals sign', () => {
  assert.equal(splitFormulas(withMathMl('$a = b$')).filter(({ isMathMl }) => isMathMl).length, 2);
});

test('the plain text is what was written', () => {
  assert.equal(plainText(withMathMl('So $√d_head = {a}$ of W_O.')), 'So √d_head = {a} of W_O.');
});

test('markup that is not one of our formulas stays text', () => {
  const text = 'a <math><mi>x</mi></math> <img src=x onerror=alert(1)>';

  assert.deepEqual(splitFormulas(text), [{ text, isMathMl: false }]);
});

test('a formula that cannot be set stops the build', () => {
  assert.throws(() => withMathMl('a $ b'), /A \$ is missing/);
  assert.throws(() => withMathMl('$a # b$'), /'#' is no sign/);
});

test('no quiz shows a dollar sign', () => {
  for (const quiz of quizzes.values()) {
    const shown = JSON.stringify(quiz, (key, value) =>
      ['code', '$schema'].includes(key) ? undefined : value,
    );

    assert.doesNotMatch(shown.replace(/<math.*?<\/math>/gu, ''), /\$/u, quiz.id);
  }
});
