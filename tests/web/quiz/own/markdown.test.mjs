import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { load } from 'manyheads';
import { bundled } from '../../bundled.mjs';

const { readMarkdown } = await bundled('elements/quiz/own/markdown.ts');
const { limits, readQuizFile } = await bundled('elements/quiz/own/file.ts');
const engine = await load();

const choice = `---
id: several-heads
type: multiple-choice
---

# A title for people

What do several heads give
that one does not?

- [x] Several patterns at once.
  > This is why layers have several heads.
- [ ] More parameters
  in the projections.
  > Count them.
  > Each projection has as many.

> H heads compute
> H softmaxes.
`;
const numeric = `---
id: rows
type: numeric
numbers: [{ "T": 4 },
  { "T": 6 }]
answer: T^2
tolerance: 0.01
---
How many entries has the mask of {T} tokens?

- T
  > That is the number of rows.

> {T} · {T} = {answer}.
`;
const read = (text) => readQuizFile(readMarkdown(text), engine);
const problemsIn = (text) => {
  const file = readMarkdown(text);
  return readQuizFile(file, engine).problems.map(
    ({ at, message }) => `${file.lineOf(at)} ${at}: ${message}`,
  );
};

test('a question in Markdown is the question in JSON', () => {
  assert.deepEqual(read(choice).problems, []);
  assert.deepEqual(readMarkdown(choice + numeric).input, [
    {
      id: 'several-heads',
      type: 'multiple-choice',
      question: 'What do several heads give that one does not?',
      options: [
        {
          text: 'Several patterns at once.',
          right: true,
          feedback: 'This is why layers have several heads.',
        },
        {
          text: 'More parameters in the projections.',
          feedback: 'Count them. Each projection has as many.',
        },
      ],
      explanation: 'H heads compute H softmaxes.',
    },
    {
      id: 'rows',
      type: 'numeric',
      numbers: [{ T: 4 }, { T: 6 }],
      answer: 'T^2',
      tolerance: 0.01,
      question: 'How many entries has the mask of {T} tokens?',
      mistakes: [{ value: 'T', feedback: 'That is the number of rows.' }],
      explanation: '{T} · {T} = {answer}.',
    },
  ]);
});

test('a first head without a text has fields for all questions', () => {
  const { quizzes } = read(`---\nlang: de\ntopic: heads\n---\n${choice}${numeric}`);

  assert.deepEqual(
    [...quizzes.values()].map(({ id, lang, topic }) => [id, lang, topic]),
    [
      ['several-heads', 'de', 'heads'],
      ['rows', 'de', 'heads'],
    ],
  );
});

for (const [what, text, expected] of [
  [
    'words',
    `---\nid: a\ntype: short-answer\nanswer: keys | key\n---\nWhat is masked?\n\n- queries | query\n  > No.\n\n> The keys.`,
    {
      answer: { words: ['keys', 'key'] },
      mistakes: [{ words: ['queries', 'query'], feedback: 'No.' }],
    },
  ],
  [
    'a formula',
    `---\nid: a\ntype: short-answer\nanswer: { "formula": "d_model / num_heads", "names": ["d_model", "num_heads"] }\n---\nWhat is d_head?\n\n- d_model * num_heads\n  > Divide.\n\n> The heads share the width.`,
    { mistakes: [{ formula: 'd_model * num_heads', feedback: 'Divide.' }] },
  ],
  [
    'a shape',
    `---\nid: a\ntype: shape\nnumbers: [{ "T": 4 }]\nanswer: { "run": "trace", "config": { "dModel": "8", "numHeads": "2" }, "T": "T", "read": "weights" }\n---\nWhich shape have the weights?\n\n- [T, T]\n  > Per head.\n\n> {answer}.`,
    { mistakes: [{ shape: '[T, T]', feedback: 'Per head.' }] },
  ],
  [
    'output',
    '---\nid: a\ntype: output\nanswer: ["4", "8"]\n---\nWhat is printed?\n\n```py\nprint(4)\n---\nprint(8)\n```\n\n- 4\n  …\n  > Twice.\n\n> Both.',
    {
      code: { language: 'python', lines: ['print(4)', '---', 'print(8)'] },
      mistakes: [{ lines: ['4', null], feedback: 'Twice.' }],
    },
  ],
  [
    'steps',
    `---\nid: a\ntype: order\n---\nOrder these.\n\n1. Project.\n   > First.\n2. Softmax.\n   > Then.\n3. Mix.\n   > Last.\n\n> So it goes.`,
    {
      steps: ['Project. First.', 'Softmax. Then.', 'Mix. Last.'].map((each) => {
        const [text, feedback] = each.split('. ');
        return { text: `${text}.`, feedback };
      }),
    },
  ],
]) {
  test(`a question with ${what} is valid`, () => {
    assert.deepEqual(problemsIn(text), []);
    const [quiz] = readMarkdown(text).input;
    for (const [name, value] of Object.entries(expected)) assert.deepEqual(quiz[name], value);
  });
}

for (const [what, text, expected] of [
  [
    'a text before the head',
    `Hello\n${choice}`,
    'undefined : line 1: a question begins with a head',
  ],
  ['no head at all', 'What?', 'undefined : line 1: a question begins with a head'],
  ['nothing', '', 'undefined : there is no quiz in it'],
  [
    'a head that is no head',
    '---\nid a\n---\n',
    "undefined : line 2: 'id a' is not a line of the form",
  ],
  ['a field twice', '---\nid: a\nid: b\n---\n', "undefined : line 3: 'id' is there twice"],
  ['wrong JSON', numeric.replace('6 }', '6'), 'undefined : line 4: numbers is not JSON: '],
  ['text after the explanation', `${choice}\nMore.`, 'undefined : line 21: nothing may follow'],
  [
    'text after the list',
    choice.replace('> H heads', 'H heads'),
    'undefined : line 18: only the explanation',
  ],
  [
    'a listing without an end',
    `${choice.replace('# A', '```\n# A')}`,
    'undefined : line 6: this listing has no end',
  ],
  [
    'an unknown field',
    choice.replace('id:', 'colour: red\nid:'),
    '2 /0/colour: is not a known field here',
  ],
  ['an unknown type', numeric.replace('numeric', 'number'), "3 /0/type: 'number' is none of"],
  [
    'a wrong option',
    choice.replace('  > This is why layers have several heads.\n', ''),
    "11 /0/options/0: 'feedback' is missing",
  ],
  ['no computable answer', choice + numeric.replace('T^2', 'T^'), '25 /1/answer: '],
]) {
  test(`${what} is found, with its line`, () => {
    const [first = ''] = problemsIn(text);
    assert.ok(first.startsWith(expected), first);
  });
}

test('nothing in a file changes prototypes or takes long', () => {
  const polluting = choice.replace('id: several', '__proto__: { "polluted": 1 }\nid: several');
  assert.match(problemsIn(polluting)[0], /is not a line of the form/);
  assert.match(
    problemsIn(choice.replace('id: several', 'constructor: x\nid: several'))[0],
    /constructor/,
  );
  assert.equal({}.polluted, undefined);
  for (const part of ['- [x] ', '> ', '---\n', '---\na: b\n---\nx\n', '```\n', ' ', '[', 'a: "']) {
    read(`${choice}${part.repeat(limits.bytes / part.length)}`);
  }
});

test('the Markdown example of the docs is right', () => {
  const page = readFileSync(new URL('../../../../web/docs/authors.md', import.meta.url), 'utf8');
  const [, example] = /```markdown\n(.*?)```/su.exec(page);

  assert.deepEqual(problemsIn(example), []);
});
