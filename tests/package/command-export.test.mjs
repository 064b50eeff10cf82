/** `npx manyheads export`: questions for other systems, as installed. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { quizFiles } from '../../emscripten/commands/check-content.mjs';
import { folder, own, read, run, write } from './command.mjs';
import { readXml } from './qti-rules.mjs';

const all = [...quizFiles().values()].map(({ $schema, ...quiz }) => quiz);
write('all.json', { lang: 'en', quizzes: all });
const count = all.reduce((sum, { numbers = [{}] }) => sum + numbers.length, 0);

test('two questions never get the same id', async () => {
  write('ids.json', [
    { ...own, id: 'a' },
    { ...own, id: 'a-1', numbers: [{ T: 4 }] },
  ]);
  await run('export', 'ids.json', '--moodle');

  const ids = [...read('ids.moodle.xml').matchAll(/<idnumber>(.*?)</gu)].map(([, id]) => id);
  assert.deepEqual(ids, ['a.1', 'a.2', 'a-1']);
});

test('QTI is a package, or the bare file within it', async () => {
  await run('export', 'all.json', '--qti');
  await run('export', 'all.json', '--qti', '--out', 'bare.xml');

  const names = Object.keys(unzipSync(readFileSync(join(folder, 'all.qti.zip'))));
  assert.equal(names[0], 'imsmanifest.xml');
  assert.match(names.slice(1).join(), /^(manyheads-all-\w+)\/\1\.xml$/u);
  assert.equal(readXml(read('bare.xml')).name, 'questestinterop');
});

test('every question of the lesson is one that Moodle imports', async () => {
  await run('export', 'all.json', '--moodle');
  const { name, children } = readXml(read('all.moodle.xml'));
  const [category, ...questions] = children;
  const child = (element, name) => element.children.filter((each) => each.name === name);
  // What Moodle's grader accepts, to five decimals.
  const shares = [
    100, 90, 83.33333, 80, 75, 70, 66.66667, 60, 50, 40, 33.33333, 30, 25, 20, 16.66667,
  ].concat([14.28571, 12.5, 11.11111, 10, 5, 0]);

  assert.deepEqual([name, category.attributes.type, questions.length], ['quiz', 'category', count]);
  for (const question of questions) {
    const { type } = question.attributes;
    const answers = child(question, 'answer');
    for (const field of ['name', 'questiontext', 'generalfeedback', 'idnumber']) {
      assert.equal(child(question, field).length, 1, field);
    }
    for (const { attributes } of answers) {
      assert.ok(shares.includes(Math.abs(Number(attributes.fraction))), attributes.fraction);
    }
    const right = answers.reduce(
      (sum, { attributes }) => sum + Math.max(0, attributes.fraction),
      0,
    );
    if (type === 'multichoice') assert.ok(Math.abs(right - 100) < 0.001, right);
    else if (type === 'matching') assert.ok(child(question, 'subquestion').length > 2);
    else if (type === 'numerical')
      assert.ok(answers.every((each) => child(each, 'tolerance').length === 1));
    else assert.ok(['shortanswer', 'essay'].includes(type), type);
  }
});

test('Moodle accepts a mistake as near to itself as the page', async () => {
  write('near.json', [{ ...own, numbers: [{ T: 8 }], tolerance: 0.125 }]);
  await run('export', 'near.json', '--moodle');

  const answers = [...read('near.moodle.xml').matchAll(/<text>(\d+)<\/text><tolerance>(\d+)</gu)];
  assert.deepEqual(
    answers.map(([, value, tolerance]) => [value, tolerance]),
    [
      ['8', '1'],
      ['64', '8'],
    ],
  );
});

test('a whole number is exported with all its digits', async () => {
  const numbers = [{ T: 1234567 }];
  const exact = { ...own, id: 'exact', numbers, answer: 'T*T*9', tolerance: 0 };
  write('exact.json', [exact]);

  for (const [form, name] of [
    ['--moodle', 'exact.moodle.xml'],
    ['--gift', 'exact.gift.txt'],
    ['--qti', 'exact.qti.xml'],
  ]) {
    await run('export', 'exact.json', form, '--out', name);
    assert.match(read(name), /\b13717401097401\b/u, form);
    assert.doesNotMatch(read(name), /\b13717401097400\b/u, form);
  }
});

test('GIFT escapes every special character of the format', async () => {
  const sign = '~=#{{}}: \\ ->  // *';
  write('signs.json', [
    {
      ...{ id: 'signs', type: 'multiple-choice', question: sign, explanation: sign },
      options: [
        { text: `${sign} right`, right: true, feedback: sign },
        { text: `${sign} wrong`, feedback: 'No.' },
      ],
    },
  ]);
  await run('export', 'signs.json', '--gift');
  const escaped = '\\~\\=\\#\\{\\}\\: \\\\ ->  // *';
  const text = read('signs.gift.txt');

  const begin = '// Made by manyheads\n\n$CATEGORY: $course$/top/signs\n\n::signs::[plain]';
  assert.ok(text.startsWith(begin), text);
  assert.ok(text.includes(`[plain]${escaped} {\n`), text);
  assert.ok(text.includes(`=${escaped} right#${escaped}\n`), text);
  assert.ok(text.includes(`~${escaped} wrong#No.\n`), text);
  assert.ok(text.endsWith(`####${escaped}\n}\n`), text);

  await run('export', 'all.json', '--gift');
  const questions = read('all.gift.txt').trim().split('\n\n').slice(2);
  assert.equal(questions.length, count);
  for (const question of questions) {
    const bare = question.replace(/\\./gu, '');
    assert.match(bare, /^::[\w.-]+::\[plain\][^{}]+ \{\n([=~#][^{}]*\n)*####[^{}]*\n\}$/u);
  }
});
