/** `npx manyheads check` names each problem with its file and line, as installed. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, own, read, run, write } from './command.mjs';

write('right.json', [own, { ...own, id: 'second' }]);

test('check says how many questions are right', async () => {
  assert.deepEqual(await run('check', 'right.json'), {
    code: 0,
    lines: ['right.json: 2 questions, no problems'],
  });
});

test('check names file, line, field, what it is and what is wanted', async () => {
  write('types.json', [own, { ...own, mistakes: 'T', unit: 'apples' }]);
  write('broken.json', '{\n  "id": "a",\n}\n');
  write(
    'own.md',
    '---\nid: a\ntype: numeric\nanswer: 4\nnumbers: [{}]\n---\nHow many?\n\n- 3\n  > No.\n\n> Four.\n',
  );
  write('misspelt.json', { ...own, explanaton: own.explanation, explanation: undefined });

  const names = ['types.json', 'broken.json', 'own.md', 'misspelt.json'];
  const { code, lines } = await run('check', ...names);

  assert.equal(code, 1);
  const lineOf = (text) =>
    read('types.json')
      .split('\n')
      .findLastIndex((line) => line.includes(text)) + 1;
  const place = (name) => `types.json:${lineOf(`"${name}":`)}: /1/${name}`;
  assert.equal(lines[0], `${place('mistakes')} is a text, but must be a list`);
  assert.ok(lines[1].startsWith(`${place('unit')} 'apples' is none of B, kB`), lines[1]);
  assert.match(lines[2], /^broken\.json:3: this is not JSON: /);
  assert.match(lines[3], /^own\.md:5: \/0\/numbers\/0 has 0 entries, needs 1 or more$/);
  assert.deepEqual(lines.slice(4, 6), [
    "misspelt.json:1: 'explanation' is missing",
    'misspelt.json:20: /explanaton is not a known field here',
  ]);
  assert.match(lines[6], /^All fields are described in manyheads\/quiz\.schema\.json/u);
  assert.equal(lines.length, 7);
});

test('check names the line of an error in JSON', async () => {
  for (const [line, text] of [
    [2, '{\n  "id": a,\n  "type": "numeric"\n}\n'],
    [3, '[\n  1,\n]\n\n\n'],
    [4, '[\n  {\n    "id": "a"\n    "type": "numeric"\n  }\n]\n'],
    [2, '{\n  "id": "a\nb"\n}\n'],
    [3, '[\n  {\n'],
  ]) {
    write('line.json', text);
    const { lines } = await run('check', 'line.json');
    assert.ok(lines[0].startsWith(`line.json:${line}: this is not JSON: `), `${text}${lines[0]}`);
    assert.equal(lines.length, 2, lines.join('\n'));
  }
});

test('an ending in capitals is the same ending', async () => {
  write('LESSON.MD', 'Masks.\n');
  write(
    'OWN.MD',
    '---\nid: a\ntype: numeric\nanswer: 4\nnumbers: [{"T": 4}]\n---\nHow many?\n\n- 3\n  > No.\n\n> Four.\n',
  );
  write('BROKEN.JSON', '[1');

  const { lines } = await run('check', 'LESSON.MD', 'OWN.MD', 'BROKEN.JSON');
  const packed = await run('pack', 'LESSON.MD', '--html', '--out', 'capitals.html');

  assert.deepEqual(lines.slice(0, 2), [
    'LESSON.MD: a lesson, no problems',
    'OWN.MD: 1 question, no problems',
  ]);
  assert.match(lines.at(-1), /^All fields are described/u);
  assert.match(packed.lines[0], /“LESSON”/u);
});

test('a byte order mark hides neither the heading of a lesson nor the line of an error', async () => {
  write('marked.md', '\uFEFF# Masks\n');
  write('marked.json', '\uFEFF{\n  "id": "a",\n}\n');

  const { lines } = await run('pack', 'marked.md', '--html');
  const { lines: problems } = await run('check', 'marked.json');

  assert.match(lines[0], /“Masks”/u);
  assert.match(read('marked.html'), /<h1[^>]*>Masks<\/h1>/u);
  assert.match(problems[0], /^marked\.json:3: this is not JSON/u);
});

test('a problem names its file with the folder', async () => {
  for (const name of ['week1', 'week2']) {
    mkdirSync(join(folder, name), { recursive: true });
    write(`${name}/lesson.md`, '[a](gone.pdf)\n\n<mh-quiz src="q.json"></mh-quiz>\n');
    write(`${name}/q.json`, '{');
  }

  const { lines } = await run('check', 'week1/lesson.md', 'week2/lesson.md');

  const starts = [
    'week1/q.json:1: ',
    'week1/lesson.md:1: ',
    'week2/q.json:1: ',
    'week2/lesson.md:1: ',
  ];
  for (const start of starts) {
    assert.equal(lines.filter((line) => line.startsWith(start)).length, 1, lines.join('\n'));
  }
});

test('a file in another encoding is refused, and does not hide the problems of others', async () => {
  const latin = Buffer.from('# \u00dcbung\n', 'latin1');
  const writeBytes = (name, bytes) => writeFileSync(join(folder, name), bytes);
  writeBytes('latin.md', latin);
  writeBytes('powershell.md', Buffer.from('\uFEFF# Masks\n', 'utf16le'));
  writeBytes('latin-q.md', latin);
  write('with-latin.md', '<mh-quiz src="latin-q.md"></mh-quiz>\n');
  write('broken.json', '{');

  const names = ['latin.md', 'powershell.md', 'with-latin.md', 'broken.json'];
  const { code, lines } = await run('check', ...names);

  assert.equal(code, 1);
  const wrong = ['latin.md', 'powershell.md', 'latin-q.md'];
  for (const [i, name] of wrong.entries()) {
    assert.ok(lines[i].endsWith(`${name} is not UTF-8; save it as UTF-8`), lines[i]);
  }
  assert.match(lines[3], /^broken\.json:1/u);
});

test('a wrong call says what is wrong', async () => {
  write('quiz-alone.md', '---\nid: a\ntype: numeric\nanswer: 1\n---\n\nOne?\n');
  write('lesson-alone.md', '---\ntitle: Masks\n---\n\n# Masks\n');
  for (const [args, expected] of [
    [['check'], 'no file given'],
    [['check', 'missing.json'], 'missing.json is not a file'],
    [['frobnicate'], "'frobnicate' is not a command"],
    [['pack', 'right.json'], 'choose one of --html, --site, --scorm'],
    [['export', 'right.json', '--gift', '--qti'], 'choose one of --moodle, --gift, --qti'],
    [['check', '--html', 'right.json'], 'check has no option --html; see manyheads --help'],
    [['pack', 'right.json', '--html', '--gift'], 'pack has no option --gift;'],
    [['export', 'right.json', '--qti', '--site'], 'export has no option --site;'],
    [['export', 'right.json', '--qti', '--out='], '--out is empty'],
    [['export', 'right.json', '--qti', '--out', '.'], '. is already there'],
    [['export', 'right.json', '--qti', '--out', 'a/b'], 'a/b cannot be written: no such file'],
    [['pack', 'right.json', '--html'], 'right.json is no lesson: its name must end with .md'],
    [['pack', 'quiz-alone.md', '--html'], 'quiz-alone.md is a quiz file: write <mh-quiz-set'],
    [
      ['export', 'lesson-alone.md', '--gift'],
      'lesson-alone.md is a lesson: export the quiz files that it names in src',
    ],
  ]) {
    const { code, lines } = await run(...args);
    assert.equal(code, 2, args.join(' '));
    assert.ok(lines[0].startsWith(expected), lines[0]);
  }
});

test('a name that the system refuses is named with the reason', async () => {
  const long = 'x'.repeat(300);
  write('short.md', '# A\n');
  write(`${'q'.repeat(248)}.json`, [own]);

  for (const [args, expected] of [
    [['check', `${long}.md`], `${long}.md: name too long`],
    [['check', 'short.md/b.md'], 'short.md/b.md: not a directory'],
    [['pack', 'short.md', '--site', '--out', long], `${long}: name too long`],
    [
      ['pack', 'short.md', '--html', '--out', 'short.md/a.html'],
      'short.md/a.html: not a directory',
    ],
    [
      ['export', `${'q'.repeat(248)}.json`, '--moodle'],
      `${'q'.repeat(248)}.moodle.xml: name too long`,
    ],
  ]) {
    assert.deepEqual(await run(...args), { code: 2, lines: [expected] });
  }
});

test('-h is --help', async () => {
  const [short, full] = [await run('-h'), await run('pack', '--help')];

  assert.deepEqual(short, full);
  assert.equal(short.code, 0);
});

test('a file of another kind than one thinks is said to be one', async () => {
  const quiz = '---\nid: a\ntyp: numeric\n---\nHow many?\n';
  write('mistyped.md', quiz);
  write('quiz.txt', quiz);

  const { lines } = await run('check', 'mistyped.md', 'quiz.txt');

  assert.deepEqual(lines.slice(0, 3), [
    "mistyped.md:2: 'id' is not a known field",
    "mistyped.md:3: 'typ' is not a known field",
    'mistyped.md is read as a lesson; a quiz has type, answer or numbers in its head',
  ]);
  assert.match(
    lines[3],
    /^quiz\.txt:1: this is not JSON: .* \(a quiz file in Markdown ends with \.md\)$/u,
  );
});

test('a file that cannot be read does not hide the problems of the others', async () => {
  write('broken.json', '{');
  write('picture.md', '# A\n\n![](missing.png)\n');

  const { code, lines } = await run('check', 'picture.md', 'broken.json', 'right.json');

  assert.equal(code, 1);
  for (const start of ['picture.md:3', 'broken.json:', 'right.json: 2 questions']) {
    assert.ok(
      lines.some((line) => line.startsWith(start)),
      lines.join('\n'),
    );
  }
});

test('a head without an end is named, in lessons and in quizzes', async () => {
  write('no-end.md', '---\ntitle: T\n\n# A\n');
  write('no-end-quiz.md', '---\ntype: numeric\nanswer: T\n\nHow many?\n');

  for (const name of ['no-end.md', 'no-end-quiz.md']) {
    const { code, lines } = await run('check', name);
    assert.equal(code, 1);
    assert.equal(
      lines[0],
      `${name}:1: the head that begins here has no end: write --- below its last field`,
    );
  }
});

test('hostile lists and heads of a quiz file are problems like others', async () => {
  write('deep.json', `${'['.repeat(131_000)}${']'.repeat(131_000)}`);
  write('heads.md', `---\n${'x\n'.repeat(130_000)}---\n`);
  write('names-heads.md', '# A\n\n<mh-quiz src="heads.md"></mh-quiz>\n');

  for (const [name, problem] of [
    ['deep.json', /^deep\.json:1: /u],
    ['names-heads.md', /^heads\.md:2: 'x' is not a line of the form name: value$/u],
  ]) {
    const { code, lines } = await run('check', name);
    assert.equal(code, 1, name);
    assert.match(lines[0], problem);
  }
});

test('a file cannot write to the terminal what looks like our own words', async () => {
  const text = '\u001b[2J\u2066\nfake.json: 3 questions, no problems';
  write('hostile.json', { ...own, [text]: 1 });
  write('hostile.md', `---\ntitle: ${JSON.stringify(text)}\n---\n\n# A\n`);

  for (const call of [
    ['check', 'hostile.json'],
    ['pack', 'hostile.md', '--html'],
  ]) {
    const { lines } = await run(...call);
    assert.ok(
      lines.some((line) => line.includes('fake.json')),
      lines.join('\n'),
    );
    for (const line of lines) assert.doesNotMatch(line, /[\u001b\u2066]|^fake/u);
  }
});
