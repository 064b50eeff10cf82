import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { load } from 'manyheads';
import { quizFiles, schemaProblems } from '../../../../emscripten/commands/check-content.mjs';
import { bundled } from '../../bundled.mjs';
import { processorTime } from '../../processor-time.mjs';

const { limits, readJson, readQuizFile } = await bundled('elements/quiz/own/file.ts');
const { withBudget } = await bundled('elements/quiz/own/budget.ts');
const engine = await load();
const files = quizFiles();

const own = {
  id: 'rows-of-a-mask',
  type: 'multiple-choice',
  question: 'How many rows has the mask for {T} queries?',
  numbers: [{ T: 4 }, { T: 6 }],
  answer: 'T',
  options: [
    { value: 'T', feedback: 'One row per query.' },
    { value: 'T^2', feedback: 'That is the number of entries.' },
  ],
  explanation: 'The mask has one row for each query: {answer}.',
};
const problemsIn = (input) => {
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  return readQuizFile(readJson(text), engine).problems.map(
    ({ at, message }) => `${at}: ${message}`,
  );
};

const quizzesIn = (input, lang) => readQuizFile({ input }, engine, lang).quizzes;

test('a file is one quiz or a list, and needs no topic and no section', () => {
  assert.deepEqual(problemsIn(own), []);
  assert.deepEqual(problemsIn([own, { ...own, id: 'second' }]), []);
  assert.deepEqual([...quizzesIn([own]).keys()], [own.id]);
});

test('a file may name the language of its quizzes, and a quiz its own', () => {
  const quizzes = [own, { ...own, id: 'second', lang: 'fr' }];

  assert.deepEqual(
    [...quizzesIn({ lang: 'de', quizzes }).values()].map(({ lang }) => lang),
    ['de', 'fr'],
  );
  assert.deepEqual(
    [...quizzesIn(quizzes, 'es').values()].map(({ lang }) => lang),
    ['es', 'fr'],
  );
  assert.equal(quizzesIn(own).get(own.id).lang, undefined);
});

test('a mistake of an output question must be wrong, and differ from the others', () => {
  const quiz = {
    ...{ id: 'a', type: 'output', question: 'What is printed?', explanation: 'That.' },
    ...{ code: { language: 'python', lines: ['print(4)', 'print("yes")'] }, answer: ['4', 'yes'] },
  };
  const problemsOf = (...mistakes) =>
    problemsIn({ ...quiz, mistakes: mistakes.map((lines) => ({ lines, feedback: 'No.' })) });

  assert.deepEqual(problemsOf(['4', null], ['8', 'no'], ['yes']), []);
  assert.deepEqual(problemsOf(['4', null, 'yes']), []);
  assert.deepEqual(problemsOf(['4', 'yes']), ["/mistakes/0: '4\nyes' is right"]);
  assert.deepEqual(problemsOf(['8', 'no'], ['8', 'no']), ["/mistakes/1: '8\nno', as /mistakes/0"]);
});

test('no feedback on a wrong answer has a right word, in capitals or not', () => {
  const quiz = {
    ...{ id: 'a', type: 'short-answer', question: 'What?', explanation: 'So.' },
    answer: { words: ['softmax', 'soft max'] },
  };
  const problemsOf = (feedback) =>
    problemsIn({ ...quiz, mistakes: [{ words: ['mean'], feedback }] });

  assert.deepEqual(problemsOf('It makes shares.'), []);
  for (const feedback of ['It is Softmax.', 'It is soft max.']) {
    assert.deepEqual(problemsOf(feedback), ['/mistakes/0/feedback: contains the answer, softmax']);
  }
});

test('the example in the docs is right', () => {
  const page = readFileSync(new URL('../../../../web/docs/authors.md', import.meta.url), 'utf8');
  const [, example] = /```json\n([^`]*)```/u.exec(page);

  assert.deepEqual(problemsIn(example), []);
});

test('an answer that is no formula is a problem of the answer', () => {
  const quiz = {
    ...{ id: 'pairs', type: 'short-answer', question: 'How many pairs?', explanation: 'T · T.' },
    answer: { formula: ' ', names: ['T'] },
    mistakes: [{ formula: 'T', feedback: 'These are the rows.' }],
  };

  assert.deepEqual(problemsIn(quiz), ['/answer: formula, column 1: nothing is written here']);
});

test('an answer that would take long to compute is a problem of the answer', () => {
  const shape = (answer) => ({
    ...{ id: 'scores', type: 'shape', question: 'Which shape?', explanation: '{answer}', answer },
    numbers: [{ n: 1 }],
    mistakes: [{ shape: '[1]', feedback: 'One number is not enough.' }],
  });
  const config = { dModel: '64', numHeads: '4' };
  const ones = { name: 'x', call: 'tensor.ones', arguments: [['10^5', '10^5']] };

  for (const [answer, sizes] of [
    [{ run: 'trace', config, T: '10^6', read: 'scores' }, '1000000 x 4000000'],
    [
      { run: 'trace', config: { ...config, dModel: '10^5' }, T: '1', read: 'wq' },
      '100000 x 100000',
    ],
    [{ run: 'tensor', steps: [ones], shape: 'x' }, '100000 x 100000'],
  ]) {
    assert.deepEqual(problemsIn(shape(answer)), [
      `/answer: a tensor of ${sizes} numbers is too large here (with /numbers/0)`,
    ]);
  }
});

test("all of the lesson's quizzes together are a valid file", () => {
  assert.deepEqual(problemsIn([...files.values()]), []);
});

for (const [what, input, expected] of [
  ['no JSON', '{"id": ', /^: this is not JSON: /],
  ['an empty list', [], /^: there is no quiz in it$/],
  ['a text', '"hello"', /^: is a text, but must be an object$/],
  ['null', 'null', /^: is null, but must be an object$/],
  ['a missing field', { ...own, explanation: undefined }, /^: 'explanation' is missing$/],
  ['an unknown field', { ...own, colour: 1 }, /^\/colour: is not a known field here$/],
  ['an unknown type', { ...own, type: 'essay' }, /^\/type: 'essay' is none of multiple-choice, /],
  ['a text that is too long', { ...own, question: 'x'.repeat(701) }, /^\/question: has 701 /],
  ['a language that is none', { ...own, lang: 'de" onclick' }, /^\/lang: 'de" onclick' does not /],
  [
    'an object with other fields',
    { quizzes: [own], by: 'me' },
    /^\/by: is not a known field here$/,
  ],
  [
    'a wrong quiz in an object',
    { lang: 7, quizzes: [{}] },
    /^\/lang: is a number, but must be a text$/,
  ],
  ['quizzes that are no list', { quizzes: {} }, /^: 'quizzes' must be a list$/],
  [
    'the same id in an object',
    { quizzes: [own, own] },
    /^\/quizzes\/1\/id: 'rows-of-a-mask', as \/quizzes\/0\/id$/,
  ],
  [
    'a character that cannot be shown',
    { quizzes: [{ ...own, options: [own.options[0], { ...own.options[1], feedback: 'a\x07b' }] }] },
    /^\/quizzes\/0\/options\/1\/feedback: has the character U\+0007, which cannot be shown$/,
  ],
  ['half a character', { ...own, question: 'a\ud83d' }, /^\/question: has the character U\+D83D, /],
  ['an id with a space', { ...own, id: 'my quiz' }, /^\/id: 'my quiz' does not have the form /],
  ['an id with an umlaut', { ...own, id: 'köpfe' }, /form of mask-rows: letters a to z, digits/],
  ['a long id', { ...own, id: 'x'.repeat(61) }, /^\/id: is longer than 60 characters$/],
  [
    'an option with two contents',
    { ...own, options: [own.options[0], { ...own.options[1], text: 'x' }] },
    /^\/options\/1: needs exactly one of value, shape, text$/,
  ],
  [
    'a number that the core cannot compute',
    { ...own, answer: 'T *' },
    /^\/answer: .*\(with \/numbers\/0\)/,
  ],
  [
    'a part of a call',
    { ...own, answer: { run: 'cost', call: 'flops', model: 'x' } },
    /^\/answer: 'read' is missing$/,
  ],
  ['an answer that is no option', { ...own, answer: 'T + 1' }, /^\/options: 0 are right/],
  ['the same id twice', [own, own], /^\/1\/id: 'rows-of-a-mask', as \/0\/id$/],
  ['too many quizzes', Array(101).fill(own), /^: has 101 quizzes, up to 100 are allowed$/],
  [
    'too many rows',
    { ...own, numbers: Array(101).fill({ T: 4 }) },
    /^\/numbers: has 101 entries, up to 100 /,
  ],
]) {
  test(`${what} is found, with its place`, () => {
    assert.match(problemsIn(input)[0] ?? '', expected);
  });
}

/** Files as large as is allowed, in which each part has as much as the schema allows. */
const rows = Array(100).fill({ T: 4 });
const numeric = {
  ...{ type: 'numeric', question: 'How many?', numbers: rows, answer: 'T', explanation: 'So.' },
  mistakes: [{ value: 'T + 1', feedback: 'No.' }],
};
const many = (quiz) => Array.from({ length: 90 }, (_, at) => ({ ...quiz, id: `quiz-${at}` }));
const ones = { name: 'x', call: 'tensor.ones', arguments: [['2000', '2000']] };
const config = { dModel: '2000', numHeads: '1' };
const call = (call, ...given) => ({ name: 'z', call, arguments: given });
const made = (name, ...shape) => ({ name, call: 'tensor.ones', arguments: [shape] });
const ofTensor = (steps) => ({ run: 'tensor', steps, value: 'z', at: ['0', '0'] });
const [wide, tall] = [made('x', '512', '8192'), made('y', '8192', '512')];
const product = call('tensor.matmul', 'x', 'y');
const rowsOfHeads = made('x', '1000', '1', '4000');
const [long, across] = [made('x', '2^20', '1'), made('y', '1', '100')];
const shapeOfTrace = {
  ...{ type: 'shape', mistakes: [{ shape: '[1, 2]', feedback: 'No.' }] },
  answer: { run: 'trace', config: { dModel: '1024', numHeads: '1' }, read: 'scores' },
};
const expensive = {
  mistakes: {
    mistakes: Array.from({ length: 20 }, (_, at) => ({ value: `T+${at + 1}`, feedback: 'No.' })),
  },
  placeholders: { question: '{T}'.repeat(233), explanation: '{T}'.repeat(233) },
  tensors: { answer: { run: 'tensor', steps: Array(20).fill(ones), value: 'x', at: ['0', '0'] } },
  layers: { answer: { run: 'attention', config, read: 'dModel' } },
  products: { answer: ofTensor([wide, tall, ...Array(16).fill(product)]) },
  heads: { answer: ofTensor([rowsOfHeads, call('measure.headDistance', 'x')]) },
  broadcasts: { answer: ofTensor([long, across, call('tensor.add', 'x', 'y')]) },
  parts: { answer: ofTensor([ones, call('tensor.concat', Array(200).fill('x'))]) },
  counting: { answer: ofTensor([call('tensor.arange', '2^28')]) },
  'counting backwards': { answer: ofTensor([call('tensor.arange', '2^28', '0', '-1')]) },
  traces: { ...shapeOfTrace, answer: { ...shapeOfTrace.answer, T: '2048' } },
  trainers: {
    answer: `${'trainer(relations, numHeads 1, dModel 900).parameterCount'} + T`,
  },
  batches: { ...shapeOfTrace, answer: { ...shapeOfTrace.answer, B: '1000', T: '4' } },
};

for (const [what, change] of Object.entries(expensive)) {
  test(`a file with very much to compute is refused before it is: ${what}`, () => {
    const text = JSON.stringify(many({ ...numeric, ...change }));
    assert.ok(text.length < limits.bytes, `${text.length}`);
    const counted = withBudget(engine, Infinity);

    const { problems } = readQuizFile(readJson(text), counted.engine);

    assert.ok(counted.calls < 1.4 * limits.calls, `${counted.calls} calls`);
    assert.deepEqual(problems, [
      { at: '', message: 'takes too long to check: use fewer rows of numbers, or several files' },
    ]);
  });
}

test('an argument that a call ignores does not hide its work', () => {
  const x = engine.tensor.ones([32, 32]);
  const callsOf = (...given) => {
    const counted = withBudget(engine, Infinity);
    counted.engine.tensor.matmul(x, x, ...given);
    return counted.calls;
  };

  for (const ignored of [
    ...[
      { data: 1, shape: [1] },
      { data: [1], shape: ['1'] },
      { data: [1], shape: 1 },
    ],
    { data: { length: -1e9 }, shape: [1] },
  ]) {
    assert.ok(callsOf(x, ignored) >= callsOf(x), JSON.stringify(ignored));
  }
});

test('a call of which the work is not known is refused', () => {
  const arange = (...given) => withBudget(engine, 1000).engine.tensor.arange(...given);

  assert.throws(() => arange(NaN), /takes too long/u);
  assert.throws(() => arange(0, 0, 0), /step/u);
});

test('a file with very many words is checked without a wait', () => {
  const words = (mistake) => Array.from({ length: 20 }, (_, at) => `w${mistake}x${at}`);
  const quiz = {
    ...{ type: 'short-answer', question: 'Who?', explanation: 'So.', numbers: rows },
    answer: { words: ['right'] },
    mistakes: Array.from({ length: 20 }, (_, at) => ({ words: words(at), feedback: `f${at}` })),
  };
  const text = JSON.stringify(many(quiz).slice(0, 50));
  assert.ok(text.length < limits.bytes, `${text.length}`);

  const taken = processorTime(() =>
    assert.deepEqual(readQuizFile(readJson(text), engine).problems, []),
  );

  assert.ok(taken < 10_000, `${taken} ms`);
});

test('words that are right, or another mistake, are problems in every row of numbers', () => {
  const quiz = {
    ...{ id: 'who', type: 'short-answer', question: 'Who?', explanation: 'So.', numbers: rows },
    answer: { words: ['keys', 'K'] },
    mistakes: [
      { words: ['q', '“K”'], feedback: 'No.' },
      { words: ['Q.'], feedback: 'Never.' },
    ],
  };

  assert.deepEqual(problemsIn(quiz), [
    "/mistakes/0: '“K”' is right (with /numbers/0)",
    "/mistakes/1: 'Q.' gets the feedback of another mistake (with /numbers/0)",
  ]);
});

test('a line of output has as many numbers as one can read', () => {
  const steps = [{ name: 'x', call: 'tensor.ones', arguments: [['200', '1000']] }];
  const output = {
    ...{ ...own, type: 'output', code: { language: 'python', lines: ['print(x)'] } },
    ...{ answer: [{ values: { run: 'tensor', steps, values: 'x' } }], options: undefined },
    mistakes: [{ lines: ['1'], feedback: 'No.' }],
  };

  assert.deepEqual(problemsIn(output), [
    '/answer/0: has 200000 numbers, up to 1000 are allowed in a line (with /numbers/0)',
  ]);
});

test('more mistakes than are sensible are refused without comparing them', () => {
  const mistakes = Array.from({ length: 4000 }, (_, at) => ({ value: `T+${at}`, feedback: 'No.' }));
  const counted = withBudget(engine, Infinity);

  const { problems } = readQuizFile({ input: { ...numeric, id: 'a', mistakes } }, counted.engine);

  assert.equal(counted.calls, 0);
  assert.deepEqual(problems, [
    { at: '/mistakes', message: 'has 4000 entries, up to 20 are allowed' },
  ]);
});

test("the lesson's quizzes take half of the calls that a file may", () => {
  const counted = withBudget(engine, Infinity);

  readQuizFile({ input: [...files.values()] }, counted.engine);

  assert.ok(counted.calls > 1000 && counted.calls < limits.calls / 1.9, `${counted.calls} calls`);
});

test('very deep files are refused, and prototypes are not changed', () => {
  const deep = '['.repeat(limits.bytes / 2) + ']'.repeat(limits.bytes / 2);

  assert.deepEqual(problemsIn(deep), [': its lists and objects are nested too deeply']);
  assert.match(
    problemsIn(JSON.stringify(own).replace('{', '{"__proto__": {"polluted": 1},'))[0],
    /^\/__proto__: is not a known field/,
  );
  assert.equal({}.polluted, undefined);
});

/** Copies of a value in which one part is left out, of another type, or has one field more. */
function* changed(value) {
  yield* [null, 7, -1, '', 'other', true, [], {}];
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  if (isList) yield [...value, 7];
  else yield { ...value, extra: 1 };
  for (const [key, part] of Object.entries(value)) {
    const { [key]: _, ...others } = value;
    yield isList ? value.toSpliced(Number(key), 1) : others;
    for (const other of changed(part)) {
      yield isList
        ? value.map((each, at) => (String(at) === key ? other : each))
        : { ...value, [key]: other };
    }
  }
}

test('the rules are those of the schema: each change gets the same verdict as from a full validator', async () => {
  const { quizSchemaProblems } = await bundled('elements/quiz/own/file.ts');
  // One quiz of each type and each source of numbers is enough.
  const seen = new Set();
  const examples = [...files.values()].filter(({ type, answer }) => {
    const kind = `${type} ${answer?.run ?? typeof answer}`;
    return !seen.has(kind) && seen.add(kind);
  });
  let refused = 0;
  for (const quiz of examples) {
    for (const each of changed(quiz)) {
      const input = { topic: quiz.topic, section: quiz.section, ...each };
      const expected = schemaProblems(input).length === 0;
      refused += expected ? 0 : 1;
      assert.equal(quizSchemaProblems(input).length === 0, expected, JSON.stringify(input));
    }
  }
  assert.ok(refused > 1000);
});
