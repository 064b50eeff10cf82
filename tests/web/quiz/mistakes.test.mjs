import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'manyheads';
import { bundled } from '../bundled.mjs';

const { drawQuiz } = await bundled('elements/quiz/drawn.ts');
const { fill } = await bundled('lib/computed.ts');
const { makeScope } = await bundled('elements/quiz/scope.ts');
const { quizzes } = await bundled('elements/quiz/quizzes/index.ts');
const engine = await load();

/** What learners are likely to type, {formulas} in the quiz's own numbers. */
const likely = {
  'added-biases': [
    '{4*d_model^2}',
    '{4*d_model^2+d_model}',
    '{3*d_model^2+3*d_model}',
    '{4*d_model}',
  ],
  'before-w-o': ['[T, d_head]', '[H, T, d_head]', '[T, H, d_head]', '[d_model, d_model]'],
  'cache-without-groups': ['{gib}', '{gib*H}', '{gib*G/H}', '{2*gib*H/G}'],
  'causal-in-a-chunk': ['{t+1}', '{S}', '{S-T}', '{S-T+t}', '{t}', '{T}'],
  'cross-scores': ['[B, H, S, T]', '[B, H, T, T]', '[B, T, S]', '[H, T, S]', '[B, T, d_model]'],
  'decoding-scores': ['[B, H, S, S]', '[B, H, 1, C]', '[B, H, 1, 1]', '[B, 1, S]', '[B, H, S]'],
  'entries-of-w-o': ['d_model^2', 'd_model', 'd_head*d_model', 'num_heads*d_head', 'h*d_model'],
  'first-column': ['{h*H}', '{(h+1)*d_model/H}', '{h}', '{h*d_model/H+1}', '{d_model/H}'],
  'flattened-heads': [
    '[B, H, T, d_head]',
    '[B*H, T, d_model]',
    '[B*T, H, d_head]',
    '[H, T, d_head]',
  ],
  'gib-and-gb': ['{n}', '{n*1.024}', '{n*10^9/2^30}', '{n*2^30}'],
  'gqa-cache': ['{answer/2^31} GiB', '{answer/batch} B', '{answer/num_layers} B', '{answer*2} B'],
  'grouped-crossover': ['{2*d_model}', '{d_model}', '{2*d_model*G/H}', '{4*d_model}'],
  'grouped-head-width': ['{d_model/G}', '{d_model}', '{G*d_model/H}', '{H/G}'],
  'grouped-parameters': ['{4*d_model^2}', '{2*d_model^2}', '{4*d_model*G*d_model/H}'],
  'heads-times-width': ['{d_model}', '{d_head}', '{d_model/H}', '{H*d_head*d_model}'],
  'key-projection': [
    '[d_model, d_model]',
    '[G*d_head, d_model]',
    '[d_model, d_head]',
    '[d_model, G]',
  ],
  'large-negative': ['0', '100', '{1/S}', '{100/(S-1)}'],
  'latent-cache': ['{c}', '{c+r}', '{L*c}', '{2*L*(c+r)}', '{2*c}', '{c*r}', '{r}'],
  'memory-of-scores': ['{answer/2} B', '{answer/(2*H)} B', '{2*answer} B', '{2*T*d_model*2} B'],
  'multi-query-savings': ['{100/H}', '{1-1/H}', '50', '{100*(1-2/H)}', '100'],
  'one-wide-head': ['{4*d_model^2}', '{d_model^2}', '{3*d_model^2/H}', '{3*d_model}'],
  'padding-mask': ['B,T', 'B,S', '[B, 1, S]', '[B, H, T, S]', '[B, 1, T, S]', '[B, S, 1, 1]'],
  'pairs-under-a-causal-mask': ['{T*T}', '{T*T/2}', '{T*(T-1)/2}', '{T}'],
  'print-split': [
    '({T}, {H}, {d_model/H})\n{d_model/H}',
    '({H}, {T}, {d_model/H})\n{d_model}',
    '({H}, {T}, {d_model/H})\n1',
  ],
  'projection-flops': ['4*T*d_model^2', '8*T*d^2', '6*T*d_model^2', '2*T*d_model^2', '8*d_model^2'],
  'quadratic-flops': ['2*T^2*d_model', '4*T^2*d_head', '4*T*d_model', '4*T^2', 'T^2*d_model'],
  'quadratic-share': ['{100*N/(N+d_model)}', '{100*N/(N+4*d_model)}', '{N/(N+2*d_model)}'],
  'repeated-lengths': ['[{a}, {b}]', '[{a*H}, {b*H}]'],
  'reshape-alone': ['the row of head 1', 'the first numbers'],
  'rows-of-w-o': ['[d_model, d_head]', '[d_head, d_head]', '[d_model, d_model]', '[H, d_model]'],
  'score-divisor': ['d_model', 'd_head', 'd_k', 'sqrt(d_model)', 'sqrt(num_heads)', 'num_heads'],
  'share-of-feed-forward': ['66.67', '{100*(1-answer)}', '{answer}'],
  'softmax-of-three': ['0.33 0.33 0.33', '{exp(a)|2} {exp(b)|2} {exp(c)|2}'],
  'softmax-over-queries': ['1', '1.0', '{1/T|2}'],
  'strict-triangle': ['with the diagonal', 'the upper triangle'],
  'summed-heads': [
    '[B, T, d_model]',
    '[B, H, T, d_head]',
    '[T, d_head]',
    '[B, T, H]',
    '[B, 1, T, d_head]',
  ],
  'transpose-in-numpy': [
    'transpose',
    '.T',
    'permute',
    'moveaxis',
    'K.transpose(0, 1, 3, 2)',
    'reshape',
  ],
  'uniform-entropy': ['0', '1', '{1/S}', '{log2(S)}', '{S}'],
  'variance-of-a-score': [
    '{a*b}',
    '{d_head}',
    '{sqrt(d_head*a*b)}',
    '{d_head*(a+b)}',
    '{sqrt(d_head)}',
  ],
  'weights-of-70b': ['{parameters/10^9} GB', '{4*parameters/10^9}', '{parameters/2} B'],
  'weights-shape': [
    '[B, T, T]',
    '[H, T, T]',
    '[B, H, T, d_head]',
    '[B, T, d_model]',
    '[T, T]',
    '[B, T, H, T]',
  ],
  'who-asks': ['K', 'V', 'K and V', 'all'],
  'width-of-gpt': ['{d_large/d_small}', '{H_large/H_small}', '{d_large/H_large}'],
};
/** What is typed where that depends on how many numbers are drawn. */
const lines = {
  'strict-triangle': ({ T }) => [countFrom(1, T), countFrom(1, T).reverse()],
  'reshape-alone': ({ d_model: width, H }) => [
    countFrom(width / H, width / H),
    countFrom(0, width / H),
  ],
};
const countFrom = (first, count) => Array.from({ length: count }, (_, i) => first + i);

const isTyped = ({ type }) => ['numeric', 'shape', 'short-answer', 'output'].includes(type);

/** What is likely and gets no reason, in every row of numbers. */
function unexplained(quiz, answers) {
  return (quiz.numbers ?? [{}]).flatMap((numbers, row) => {
    const drawn = drawQuiz(quiz, row, engine);
    const scope = makeScope(quiz, row, engine);
    const typed = lines[quiz.id]
      ? lines[quiz.id](numbers).map((line) => `[${line.join(' ')}]`)
      : answers.map((answer) =>
          fill(answer, scope, drawn.value).replace(/(?<=\d),(?=\d{3})/gu, ''),
        );
    return typed.filter((answer) => {
      const { isRight, feedback, rightUnit } = drawn.grade(answer);
      return isRight || (feedback === '' && rightUnit === undefined);
    });
  });
}

test('every quiz that is typed has at least two likely mistakes in the list', () => {
  const typed = [...quizzes.values()].filter(isTyped).map(({ id }) => id);

  const missing = typed.filter((id) => !(likely[id]?.length >= 2));
  assert.ok(missing.length === 0, `${missing}: to be listed in this file, with two mistakes each`);
  assert.deepEqual(Object.keys(likely), typed.sort());
});

for (const [id, answers] of Object.entries(likely)) {
  test(`${id}: likely mistakes get a reason`, () => {
    const found = unexplained(quizzes.get(id), answers);

    assert.ok(found.length === 0, `${found.join(' | ')}: right, or not a mistake in ${id}.json`);
  });
}

test('every wrong order says why its first wrong step is wrong', () => {
  for (const quiz of quizzes.values()) {
    if (quiz.type !== 'order') continue;
    const { grade } = drawQuiz(quiz, 0, engine);
    for (let place = 1; place < quiz.steps.length; ++place) {
      const order = [...quiz.steps.keys()];
      [order[place - 1], order[place]] = [order[place], order[place - 1]];
      const { isRight, feedback } = grade(order.join());

      assert.ok(isRight || feedback !== '', `${quiz.id}: ${order}`);
    }
  }
});

test('every option says why it is right or wrong', () => {
  for (const quiz of quizzes.values()) {
    if (!('options' in quiz)) continue;
    for (const { label, feedback } of drawQuiz(quiz, 0, engine).options) {
      assert.notEqual(feedback, '', `${quiz.id}: ${label}`);
    }
  }
});
