import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'manyheads';
import { bundled } from '../bundled.mjs';

const { drawQuiz } = await bundled('elements/quiz/drawn.ts');
const { outputLine } = await bundled('elements/quiz/entries.ts');
const { evaluate, fill, computeNumber, computeShape } = await bundled('lib/computed.ts');
const { quizzes } = await bundled('elements/quiz/quizzes/index.ts');
const engine = await load();
const headWidth = quizzes.get('head-width');

const drawn = (id, seed = 0) => drawQuiz(quizzes.get(id), seed, engine);
const scope = (numbers, tensors = []) => ({ numbers, tensors, engine });

test('the first draw is 12 numbers and 3 heads, and the core finds 4', () => {
  const { question, options } = drawn('head-width');

  assert.equal(question, 'd_model is 12 and there are 3 heads. What is d_head?');
  assert.deepEqual(
    options.map(({ label }) => Number(label)).sort((a, b) => a - b),
    [3, 4, 12, 36],
  );
  assert.deepEqual(
    options.filter(({ isRight }) => isRight).map(({ label }) => label),
    ['4'],
  );
});

test('a text among values is not taken for the value that its place would be', () => {
  const quiz = {
    ...{ id: 'mixed', type: 'multiple-choice', topic: 'heads', question: 'How many?' },
    answer: '3',
    options: [
      ...['1', '2', '3'].map((value) => ({ value, feedback: `It is ${value}.` })),
      { text: 'None of these.', feedback: 'One of them.' },
    ],
    explanation: 'There are 3.',
  };
  const { options, grade } = drawQuiz(quiz, 0, engine);
  const { name } = options.find(({ label }) => label === 'None of these.');

  assert.equal(new Set(options.map((option) => option.name)).size, 4);
  assert.deepEqual(grade(name), {
    ...{ isRight: false, answerText: 'None of these.', feedback: 'One of them.' },
  });
  assert.equal(grade('3').isRight, true);
});

test('the same seed draws the same numbers, the next seed others', () => {
  const plain = (seed) => JSON.stringify(drawQuiz(headWidth, seed, engine));

  assert.equal(plain(5), plain(5));
  assert.notEqual(drawn('head-width', 5).question, drawn('head-width', 6).question);
});

test('the right option changes its place', () => {
  const places = [0, 1, 2, 3, 4, 5, 6, 7].map((seed) =>
    drawn('head-width', seed).options.findIndex(({ isRight }) => isRight),
  );

  assert.ok(new Set(places).size > 1, `always at ${places[0]}`);
});

test('drawing disposes of all its layers', () => {
  const before = engine.memory().handles;

  for (const id of quizzes.keys()) drawn(id);

  assert.equal(engine.memory().handles, before);
});

test('texts are filled with values, quantities, decimals and the answer', () => {
  const numbers = scope({ d_model: 12288, num_heads: 96, bytes: 2 ** 31 });

  assert.equal(fill('{d_model/num_heads} of {d_model}', numbers), '128 of 12,288');
  assert.equal(fill('{bytes|GiB} or {bytes|GB}', numbers), '2\u00a0GiB or 2.147\u00a0GB');
  assert.equal(fill('{sqrt(d_model/num_heads)|2}', numbers), '11.31');
  assert.equal(fill('{43 * 100} or {43 * 100|whole}', numbers), '4300 or 4,300');
  assert.equal(fill('{answer/2} and {{x}}', numbers, 5), '2.5 and {x}');
  assert.equal(fill('{answer}', numbers, '[2, 3]'), '[2, 3]');
  assert.throws(() => fill('{width}', numbers), { name: 'FormatError', column: 1 });
  assert.throws(() => fill('{bytes|GIGA}', numbers), /'GIGA' is neither a unit/);
});

test('numbers come from formulas, layers, costs, and formulas of those', () => {
  const cache = (numKvHeads) => ({
    run: 'cost',
    call: 'kvCache',
    model: { from: 'llama2-70b', numKvHeads },
    given: { seqLen: 'T', batch: '8' },
    read: 'bytes',
  });
  const layer = { run: 'attention', config: { dModel: '64', numHeads: '4' }, read: 'dHead' };
  const sizes = scope({ T: 4096 });

  assert.equal(evaluate('2*T', sizes), 8192);
  assert.equal(computeNumber(layer, sizes), 16);
  assert.equal(computeNumber(cache('8'), sizes), 10 * 2 ** 30);
  assert.equal(
    computeNumber({ run: 'formula', formula: 'a/b', of: { a: cache('64'), b: cache('8') } }, sizes),
    8,
  );
});

test('an unknown cost is an error that lists the known ones', () => {
  const cost = { run: 'cost', call: 'parameters', model: 'llama2-70b', read: 'totals' };

  assert.throws(() => computeNumber(cost, scope({})), /has no totals, but wq, .*total/);
  assert.throws(
    () => computeNumber({ ...cost, model: 'llama9' }, scope({})),
    /'llama9' is none of/,
  );
});

test('shapes come from the trace of a layer, its weights, and steps', () => {
  const config = { dModel: 'd', numHeads: '4', numKvHeads: '2' };
  const trace = { run: 'trace', config, B: '2', T: '6', S: '5' };
  const steps = [
    { name: 'x', call: 'tensor.arange', arguments: ['d'] },
    { name: 'y', call: 'tensor.reshape', arguments: ['x', ['d/16', -1]] },
  ];
  const sizes = scope({ d: 64 }, steps);

  assert.deepEqual(computeShape({ ...trace, read: 'k' }, sizes), [2, 2, 5, 16]);
  assert.deepEqual(computeShape({ ...trace, read: 'weights' }, sizes), [2, 4, 6, 5]);
  assert.deepEqual(computeShape({ ...trace, read: 'wk' }, sizes), [64, 32]);
  assert.deepEqual(computeShape({ run: 'tensor', shape: 'y' }, sizes), [4, 16]);
  assert.equal(computeNumber({ run: 'tensor', value: 'y', at: ['3', '15'] }, sizes), 63);
  assert.throws(
    () => computeNumber({ run: 'tensor', value: 'y', at: ['4', '0'] }, sizes),
    /at\/0 is 4/,
  );
  assert.throws(() => computeShape({ run: 'tensor', shape: 'z' }, sizes), /no step makes 'z'/);
});

test('the multiplication is shown by name, with numbers, and in both units', () => {
  assert.deepEqual(drawn('gqa-cache').multiplication, {
    formula: '2 · num_layers · num_kv_heads · d_head · T · batch · bytes',
    numbers: '2 · 80 · 8 · 128 · 4096 · 8 · 2',
    results: ['10,737,418,240\u00a0B', '10\u00a0GiB'],
  });
});

test('several of n: wrong choices are explained, missing ones are counted', () => {
  const { grade } = drawn('twice-the-heads');

  assert.equal(grade('0,2').isRight, true);
  assert.deepEqual([grade('0').missing, grade('0').feedback], [1, '']);
  assert.match(grade('0,1').feedback, /T × T matrix/);
});

test('a short answer is right however it is written', () => {
  const { grade } = drawn('score-divisor');

  for (const text of ['sqrt(d_head)', 'math.sqrt(d_k)', 'd_head**0.5', '√(d_model/h)']) {
    assert.equal(grade(text).isRight, true, text);
  }
  assert.match(grade('d_k').feedback, /variance/);
  assert.deepEqual(grade('8.5'), { isRight: false, answerText: '8.5', feedback: '' });
  assert.throws(() => grade('sqrt(d_k'), { name: 'FormatError', column: 5 });
});

test('a d that means d_model, and a share without percent, get a reason', () => {
  assert.match(drawn('projection-flops').grade('8*T*d^2').feedback, /write d_model/);
  assert.match(drawn('quadratic-share').grade('1/2').feedback, /a whole is 100/);
});

test('a quantity from the question is not an answer, also in another unit', () => {
  const { grade } = drawn('gib-and-gb');

  assert.equal(grade('85.9').isRight, true);
  assert.match(grade('80').feedback, /more than a GB/);
  assert.throws(() => grade('80 GiB'), { message: 'GiB' });
});

test('a shape may name the width of a head', () => {
  for (const [id, text] of [
    ['key-projection', '[d_model, G*d_head]'],
    ['flattened-heads', '[B*H, T, d_head]'],
    ['rows-of-w-o', '[d_head, d_model]'],
    ['weights-shape', '[B, H, T, S]'],
  ]) {
    assert.equal(drawn(id).grade(text).isRight, true, text);
  }
});

test('words are compared without capitals, spaces and hyphens', () => {
  const words = { words: ['W_O', 'output projection'] };
  const quiz = { ...quizzes.get('score-divisor'), answer: words, mistakes: [] };
  const { grade } = drawQuiz(quiz, 0, engine);

  for (const text of ['w_o', ' WO ', '“W_O”', '(WO)', 'Output-projection.', 'outputprojection']) {
    assert.equal(grade(text).isRight, true, text);
  }
  assert.equal(grade('W_Q').isRight, false);
});

test('a number is right in any unit, and GB instead of GiB gets a reason', () => {
  const { grade } = drawn('gqa-cache');

  for (const text of [
    '10 GiB',
    '10',
    '10.74 GB',
    '10240 MiB',
    '10,737,418,240 B',
    '2^30*10 bytes',
  ]) {
    assert.equal(grade(text).isRight, true, text);
  }
  assert.equal(grade('10 GB').rightUnit, 'GiB');
  assert.equal(grade('10 MB').rightUnit, 'GiB');
  assert.equal(grade('10737418240').rightUnit, 'B', 'without a unit, it is in GiB');
  assert.match(grade('5 GiB').feedback, /keys alone/);
});

test('a number that nothing explains is compared with the right one', () => {
  const { grade } = drawn('gqa-cache'); // 10 GiB
  const sizes = (...answers) => answers.map((answer) => grade(answer).size);

  assert.deepEqual(sizes('11 GiB', '99 GiB', '100 GiB'), ['tooBig', 'tooBig', 'tooBig']);
  assert.deepEqual(sizes('101 GiB', '1e15 B'), ['overTenTimes', 'overTenTimes']);
  assert.deepEqual(sizes('9 GiB', '1.1', '0', '-3'), Array(4).fill('tooSmall'));
  assert.deepEqual(sizes('0.9', '3 MB'), ['underATenth', 'underATenth']);
  assert.deepEqual(sizes('10 GiB', '10 GB', '5 GiB'), [undefined, undefined, undefined]);
});

test('a comma where only a decimal point is right is not graded, but named', () => {
  const { grade } = drawn('gqa-cache');

  assert.throws(() => grade('10,000'), { spelling: '10.000' });
  assert.equal(grade('10,240 MiB').isRight, true, 'a comma that separates thousands');
  assert.equal(grade('11,000').size, 'overTenTimes');
});

test('points that separate thousands are not graded, but named', () => {
  const question = {
    ...{ type: 'numeric', question: 'How many entries?', numbers: [{}], explanation: '' },
    ...{ answer: '40400', mistakes: [{ value: '202', feedback: 'Those are the rows.' }] },
  };
  const { grade } = drawQuiz(question, 0, engine);

  assert.throws(() => grade('40.400'), { spelling: '40400' });
  assert.equal(grade('40400').isRight, true);
  assert.equal(grade('45.000').size, 'underATenth', 'no wrong number is read in another way');
});

test('a mistake that its author knows is told before a comma', () => {
  const question = {
    type: 'numeric',
    question: 'How many kB?',
    numbers: [{}],
    answer: '10',
    mistakes: [{ value: '10000', feedback: 'This is in bytes.' }],
    explanation: '',
  };

  assert.equal(drawQuiz(question, 0, engine).grade('10,000').feedback, 'This is in bytes.');
});

test('every wrong number gets a reason, in every row of numbers', () => {
  const numeric = [...quizzes.values()].filter(({ type }) => type === 'numeric');
  assert.ok(numeric.length > 10);
  for (const quiz of numeric) {
    for (const row of (quiz.numbers ?? [{}]).keys()) {
      const { grade } = drawQuiz(quiz, row, engine);
      for (const answer of ['-1', '0', '0.0123', '1', '7.77', '1234.5', '987654321012']) {
        const { isRight, feedback, rightUnit, size } = grade(answer);
        assert.ok(isRight || feedback || rightUnit || size, `${quiz.id}, row ${row}: ${answer}`);
      }
    }
  }
});

test('a shape is right by sizes and by names, and the first wrong axis is named', () => {
  const { grade } = drawn('weights-shape');

  for (const text of ['[2, 4, 6, 6]', 'B H T T', 'batch x 4 x T x T']) {
    assert.equal(grade(text).isRight, true, text);
  }
  assert.match(grade('[B, T, T]').feedback, /softmax of its own/);
  assert.equal(grade('[2, 4, 7, 6]').place, 2);
  assert.equal(grade('[2, 4]').place, undefined);
});

test('printed lines are compared by their numbers, with any spaces and brackets', () => {
  const { grade, right } = drawn('print-split');

  assert.equal(right, '(2, 3, 4)\n4');
  for (const text of [right, '[2,3,4]\n4.0', ' torch.Size([2, 3, 4])\n\n 4 \n']) {
    assert.equal(grade(text).isRight, true, text);
  }
  assert.deepEqual(grade('(2, 3, 4)').place, 1);
  assert.match(grade('(3, 2, 4)\n4').feedback, /before the transpose/);
  assert.equal(grade('(2, 3, 4)\n4\n5').isRight, false);
});

test('a decimal comma in printed lines is not graded, but named', () => {
  const code = { language: 'python', lines: ['print(w)', 'print(s)'] };
  const { grade } = drawQuiz(
    {
      ...{ type: 'output', question: 'What is printed?', explanation: '', code },
      answer: ['[0.25 0.75]', { value: '3/2' }],
      mistakes: [{ lines: [null, '2,5'], feedback: 'Halve it.' }],
    },
    0,
    engine,
  );

  assert.throws(() => grade('[0.25 0.75]\n1,5'), { spelling: '[0.25 0.75]\n1.5' });
  assert.equal(grade('[0.25 0.75]\n1.5').isRight, true);
  assert.equal(grade('[0.25 0.75]\n1,6').isRight, false);
  assert.equal(grade('[0.25 0.75]\n2,5').feedback, 'Halve it.');
});

test('the first wrong step of an order is named, and neighbours of a group can change places', () => {
  const quiz = quizzes.get('forward-steps');
  const steps = quiz.steps.map((step, i) => ({ ...step, ...(i < 2 ? { group: 'start' } : {}) }));
  const { grade } = drawQuiz({ ...quiz, steps }, 0, engine);

  assert.equal(grade('1,0,2,3,4,5,6').isRight, true);
  assert.deepEqual(grade('0,1,2,4,3,5,6').place, 3);
  assert.throws(() => grade('0,0,1,2,3,4,5'), /no order/);
});

test('an order is never right at the start', () => {
  for (let seed = 0; seed < 40; ++seed) {
    const { options, grade } = drawn('forward-steps', seed);

    assert.equal(grade(options.map(({ name }) => name).join()).isRight, false);
  }
});

test('a printed number is exact, or has more digits than are printed', () => {
  const printed = (value, decimals, input) =>
    outputLine({ value, decimals }, { language: 'python' }, scope({})).isSameOutput(input);

  for (const input of ['0.667', '.667', '0.6667', '0.66666667'])
    assert.ok(printed('2/3', 3, input), input);
  for (const input of ['0.67', '0.666', '0.6671']) assert.ok(!printed('2/3', 3, input), input);
  assert.ok(printed('3', 0, '3.'));
  assert.ok(!printed('3', 0, '3.4'));
  assert.ok(!printed('0.25', 1, '0.26'));
});
