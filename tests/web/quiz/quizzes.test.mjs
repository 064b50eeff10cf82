import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { load } from 'manyheads';
import {
  checkContent,
  problemsOf,
  quizFiles,
  schemaProblems,
  sections,
} from '../../../emscripten/commands/check-content.mjs';
import { bundled } from '../bundled.mjs';

const { quizzes } = await bundled('elements/quiz/quizzes/index.ts');
const { quizProblems } = await bundled('elements/quiz/problems.ts');
const engine = await load();
const files = quizFiles();

test('every file is among the quizzes, under its name', () => {
  const missing = [...files.keys()].filter((id) => !quizzes.has(id));

  assert.ok(missing.length === 0, `${missing}: to be imported and listed in quizzes/index.ts`);
  assert.deepEqual([...quizzes.keys()].sort(), [...files.keys()].sort());
});

for (const [name, quiz] of files) {
  test(`${name} has no problems`, () => {
    assert.deepEqual(problemsOf(name, quiz, { engine, quizProblems }), []);
  });
}

test('`npm run check:content` finds no problem, and finds those of a wrong quiz', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'manyheads-quizzes-'));
  const wrong = { ...files.get('head-width'), topic: 'cooking' };
  writeFileSync(join(folder, 'head-width.json'), JSON.stringify(wrong));
  writeFileSync(join(folder, 'other.json'), JSON.stringify(files.get('gqa-cache')));
  writeFileSync(join(folder, 'quiz.schema.json'), '{}');

  const { count, lines } = await checkContent(pathToFileURL(`${folder}/`));
  rmSync(folder, { recursive: true });

  assert.deepEqual(await checkContent(), { count: files.size, lines: [] });
  assert.equal(count, 2);
  assert.match(lines.join('\n'), /^head-width\.json \/topic: must be equal/mu);
  assert.match(lines.join('\n'), /^other\.json \/id: is not other, as the file$/mu);
});

test('the length of an option does not tell whether it is right', () => {
  const ranks = [...files.values()]
    .filter(({ type, answer }) => type === 'multiple-choice' && answer === undefined)
    .map(({ options }) => {
      const { text } = options.find(({ right }) => right);
      return options.filter((other) => other.text.length > text.length).length;
    });

  for (const rank of [0, 1, 2, 3]) {
    const there = ranks.filter((each) => each === rank).length;
    assert.ok(there < ranks.length / 2, `${there} of ${ranks.length} have ${rank} longer ones`);
  }
});

/** The problems of a quiz after a change that makes it wrong. */
function problemsAfter(name, change) {
  const quiz = structuredClone(files.get(name));
  change(quiz);
  const found = schemaProblems(quiz);
  return found.length > 0 ? found : quizProblems(quiz, engine, sections());
}

for (const [what, name, change, expected] of [
  [
    'an option without feedback',
    'head-width',
    (quiz) => delete quiz.options[2].feedback,
    ["/options/2: must have required property 'feedback'"],
  ],
  [
    'a misspelt key',
    'gqa-cache',
    (quiz) => (quiz.explenation = ''),
    [': must NOT have unevaluated properties: explenation'],
  ],
  [
    'a stored answer',
    'head-width',
    (quiz) => (quiz.options[2].right = true),
    ['/options/2: must have property text when property right is present'],
  ],
  ['no type', 'gqa-cache', (quiz) => delete quiz.type, [": must have required property 'type'"]],
  [
    'no mistakes',
    'gqa-cache',
    (quiz) => delete quiz.mistakes,
    [": must have required property 'mistakes'"],
  ],
  [
    'a key of another type',
    'head-width',
    (quiz) => (quiz.tolerance = 0.1),
    [': must NOT have unevaluated properties: tolerance'],
  ],
  [
    'a mistake of another type',
    'gqa-cache',
    (quiz) => (quiz.mistakes[1] = { shape: '[B, T]', feedback: 'No.' }),
    [
      "/mistakes/1: must have required property 'value'",
      '/mistakes/1: must NOT have additional properties: shape',
    ],
  ],
  ['an unknown type', 'head-width', (quiz) => (quiz.type = 'essay'), [/^\/type: must be equal/]],
  [
    'numbers of 0',
    'gqa-cache',
    (quiz) => (quiz.numbers[1].batch = 0),
    ['/numbers/1/batch: must be > 0'],
  ],
  [
    'two options with the same value',
    'head-width',
    (quiz) => (quiz.options[3].value = 'd_model*1'),
    [/^\/options\/3: '12' is the same text as \/options\/0 \(with \/numbers\/0\)$/],
  ],
  [
    'no right option',
    'head-width',
    (quiz) => (quiz.options[2].value = 'd_model/num_heads + 1'),
    ['/options: 0 are right, but one must be (with /numbers/0)'],
  ],
  [
    'numbers that the core refuses',
    'head-width',
    (quiz) => (quiz.numbers = [{ d_model: 7, num_heads: 2 }]),
    [/^\/answer: .*7.*2.*\(with \/numbers\/0\)/],
  ],
  [
    'a line that no step makes',
    'print-split',
    (quiz) => (quiz.answer[1].value.value = 'head'),
    [/^\/answer\/1: no step makes 'head'/],
  ],
  [
    'a mistake that is right',
    'gqa-cache',
    (quiz) => (quiz.mistakes[0].value = 'answer*1.001'),
    [/^\/mistakes\/0: '10,750,000,000.B' is right/],
  ],
  [
    'a mistake that is another one',
    'weights-shape',
    (quiz) => (quiz.mistakes[2].shape = '[B, T, T]'),
    [/^\/mistakes\/2: '\[2, 6, 6\]', as \/mistakes\/0/],
  ],
  [
    'a mistaken formula that cannot be read',
    'score-divisor',
    (quiz) => (quiz.mistakes[1].formula = 'sqrt(d_v2)'),
    [/^\/mistakes\/1: .*'d_v2' is not known here/, /./],
  ],
  [
    'a mistaken formula where a word is asked',
    'score-divisor',
    (quiz) => (quiz.answer = { words: ['its width'] }),
    [/^\/mistakes\/0\/formula: the answer is a word/],
  ],
  [
    'an unknown placeholder',
    'gqa-cache',
    (quiz) => (quiz.question = 'How large for {words}?'),
    [/^\/question: formula, column 1: 'words' is not known here/],
  ],
  [
    'feedback that contains the answer',
    'gqa-cache',
    (quiz) => (quiz.mistakes[0].feedback = 'Twice that, {answer|GiB}.'),
    [/^\/mistakes\/0\/feedback: contains the answer, 10.GiB/],
  ],
  [
    'a multiplication that gives something else',
    'gqa-cache',
    (quiz) => (quiz.multiplication = 'num_layers * T'),
    [/^\/multiplication: is 327680, the answer 10737418240/],
  ],
  [
    'a unit of another kind',
    'gqa-cache',
    (quiz) => Object.assign(quiz, { unit: 'TFLOPs', explanation: 'So.' }),
    [/^\/unit: TFLOPs, but the answer is in bytes/],
  ],
  [
    'a section that does not exist',
    'gqa-cache',
    (quiz) => (quiz.section = '#cache'),
    ['/section: there is no #cache'],
  ],
  [
    'misspelt names of the field',
    'forward-steps',
    (quiz) => {
      quiz.question = 'Order numheads and d_modell.';
      quiz.steps[0].text = 'Take the attetion';
    },
    [
      "/question: 'numheads': is num_heads meant?",
      "/question: 'd_modell': is d_model meant?",
      "/steps/0/text: 'attetion': is attention meant?",
    ],
  ],
  [
    'statements of which none is wrong',
    'twice-the-heads',
    (quiz) => quiz.options.forEach((option) => (option.right ??= true)),
    ['/options: all are right: one must be wrong (with /numbers/0)'],
  ],
]) {
  test(`${what} is found, and where`, () => {
    const found = problemsAfter(name, change).map(({ at, message }) => `${at}: ${message}`);

    const count = expected.length;
    assert.ok(found.length >= count, found.join('\n'));
    expected.forEach((each, i) => {
      if (typeof each === 'string') assert.equal(found[i], each);
      else assert.match(found[i], each);
    });
  });
}
