/** What the results of `npx manyheads` take the place of: earlier results, and no other file. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { unzipSync, zipSync } from 'fflate';
import { folder, own, read, run, runWithLittleSpace, write } from './command.mjs';

write('right.json', [own, { ...own, id: 'second' }]);

test('the result never takes the place of a file that it is made from', async () => {
  mkdirSync(join(folder, 'course/sub'), { recursive: true });
  const text = '# Masks\n\n<mh-quiz src="sub/quiz.json"></mh-quiz>\n\n![](sub/p.png)\n';
  write('course/lesson.md', text);
  write('course/sub/quiz.json', [own]);
  write('course/sub/p.png', 'x');
  symlinkSync(join(folder, 'course/lesson.md'), join(folder, 'course/other.html'));

  for (const [args, expected] of [
    [['--html', '--out', 'course/lesson.md'], 'course/lesson.md is a file of the lesson'],
    [['--html', '--out', 'course/other.html'], 'course/other.html is a file of the lesson'],
    [['--scorm', '--out', 'course/sub/quiz.json'], 'course/sub/quiz.json is a file of the lesson'],
    [['--html', '--out', './course/sub/p.png'], './course/sub/p.png is a file of the lesson'],
    [['--site', '--out', '.'], '. has the files of the lesson'],
    [['--site', '--out', 'course/sub'], 'course/sub has the files of the lesson'],
  ]) {
    const { code, lines } = await run('pack', 'course/lesson.md', ...args);
    assert.deepEqual([code, lines], [2, [`${expected}: choose another name with --out`]]);
  }
  assert.equal(read('course/lesson.md'), text);
  assert.deepEqual(readdirSync(join(folder, 'course/sub')), ['p.png', 'quiz.json']);

  write('again.json', [own]);
  const { code, lines } = await run('export', 'again.json', '--gift', '--out', 'again.json');
  assert.equal(code, 2);
  assert.deepEqual(lines, ['again.json is the quiz file itself: choose another name with --out']);
  assert.deepEqual(JSON.parse(read('again.json')), [own]);
});

test('pack replaces its own earlier results', async () => {
  write('twice.pdf', '%PDF');
  for (const title of ['Masks', 'Heads']) {
    write('plain.md', `# ${title}\n`);
    write('twice.md', `# ${title}\n\n[a](twice.pdf)\n`);
    const codes = [
      await run('pack', 'plain.md', '--html'),
      await run('pack', 'twice.md', '--site'),
      await run('pack', 'twice.md', '--scorm'),
    ].map(({ code }) => code);
    assert.deepEqual(codes, [0, 0, 0], title);
  }

  assert.match(read('plain.html'), /<h1[^>]*>Heads/u);
  assert.match(read('twice-site/index.html'), /<h1[^>]*>Heads/u);
});

test('pack replaces no file of others, and follows no link', async () => {
  for (const name of ['public', 'linked']) mkdirSync(join(folder, name));
  write('hand.html', '<title>By hand</title>');
  const zip = zipSync({ 'index.html': new TextEncoder().encode('By hand') });
  writeFileSync(join(folder, 'hand.zip'), zip);
  write('public/index.html', '<title>By hand</title>');
  symlinkSync(join(folder, 'plain.html'), join(folder, 'link.html'));
  symlinkSync(join(folder, 'twice-site'), join(folder, 'link-site'));
  symlinkSync(join(folder, 'public'), join(folder, 'linked/files'));

  for (const [form, out, refused = out] of [
    ['--html', 'hand.html'],
    ['--html', 'link.html'],
    ['--html', 'public'],
    ['--scorm', 'hand.zip'],
    ['--scorm', 'hand.html'],
    ['--site', 'public', join('public', 'index.html')],
    ['--site', 'hand.html'],
    ['--site', 'link-site'],
    ['--site', 'linked', join('linked', 'files')],
  ]) {
    const lesson = form === '--html' ? 'plain.md' : 'twice.md';
    const { code, lines } = await run('pack', lesson, form, '--out', out);
    const says = `${refused} is already there, and manyheads did not make it: choose another name with --out`;
    assert.deepEqual([code, lines], [2, [says]]);
  }
  assert.deepEqual(readdirSync(join(folder, 'public')), ['index.html']);
  assert.deepEqual(readdirSync(join(folder, 'linked')), ['files']);
  assert.equal(read('hand.html'), '<title>By hand</title>');
});

test('a pack that fails keeps the earlier result, and can be repeated', async () => {
  write('kept.md', '# T\n\n<mh-heads></mh-heads>\n');
  await run('pack', 'kept.md', '--scorm');
  const earlier = readFileSync(join(folder, 'kept.zip'));

  for (const form of ['--scorm', '--site']) {
    const { code, lines } = await runWithLittleSpace('pack', 'kept.md', form);
    assert.equal(code, 2);
    assert.match(lines[0], /cannot be written: file too large$/u);
  }

  assert.deepEqual(readFileSync(join(folder, 'kept.zip')), earlier);
  for (const form of ['--scorm', '--site'])
    assert.equal((await run('pack', 'kept.md', form)).code, 0, form);
  const left = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.part'));
  assert.deepEqual(left, []);
});

test('a zip that something was put into is no earlier result', async () => {
  await run('pack', 'twice.md', '--scorm');
  const files = unzipSync(readFileSync(join(folder, 'twice.zip')));
  const notes = new TextEncoder().encode('my only copy');
  writeFileSync(join(folder, 'twice.zip'), zipSync({ ...files, 'notes.txt': notes }));

  const { code, lines } = await run('pack', 'twice.md', '--scorm');

  assert.equal(code, 2);
  assert.match(lines[0], /^twice\.zip is already there/u);
});

test('export replaces its own earlier results, but no file of others and no link', async () => {
  write('own.json', [own]);
  write('thesis.txt', 'years of work');
  symlinkSync(join(folder, 'thesis.txt'), join(folder, 'link.txt'));
  for (const form of ['--moodle', '--gift', '--qti']) {
    for (let times = 0; times < 2; times++) {
      assert.equal((await run('export', 'own.json', form)).code, 0, form);
    }
    for (const out of ['thesis.txt', 'link.txt', 'right.json']) {
      const { code, lines } = await run('export', 'own.json', form, '--out', out);
      assert.equal(code, 2);
      assert.match(lines[0], new RegExp(`^${out} is already there`, 'u'));
    }
  }
  assert.equal(read('thesis.txt'), 'years of work');
});
