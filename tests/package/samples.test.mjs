/**
 * Every code sample of the README and the docs runs by itself. HTML is in samples.spec.mjs of
 * tests/web, the README's programs are in package-contents.test.mjs, which knows what they print.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { installed, packageJson, repository, runAsConsumer } from './installed.mjs';
import { authorsFiles, samples, samplesIn, samplesOf } from './samples.mjs';

/** What is run elsewhere, or sets up what every test needs. */
const elsewhere = [
  ...['npm install manyheads', 'npm start', 'npm test'],
  ...['cmake --preset release', 'cmake --build', 'cmake --install'], // suite installation
];

/** Runs in a folder with the files of the guide for authors, or others. */
function runCommand(words, others = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'manyheads-samples-'));
  for (const [name, text] of Object.entries({ ...authorsFiles(), ...others }))
    writeFileSync(join(folder, name), text);
  const command = join(installed, packageJson.bin.manyheads);
  return execFileSync(process.execPath, [command, ...words], { cwd: folder, encoding: 'utf8' });
}

test('every sample is in a language that is run', () => {
  const known = ['cmake', 'cpp', 'html', 'js', 'json', 'markdown', 'sh', 'ts'];

  assert.deepEqual([...new Set(samples.map(({ language }) => language))].sort(), known);
});

describe('programs of the docs run', () => {
  for (const { page, name, code } of samplesIn('js')) {
    const isConfiguration = code.includes('@vitejs/plugin-vue'); // of a fixture: see bundlers.mjs
    if (page === 'README.md' || isConfiguration) continue;
    test(name, async () => void (await runAsConsumer(code)));
  }
});

describe('commands of the README and the docs run', () => {
  for (const { name, code } of samplesIn('sh')) {
    const commands = code
      .split(/\n| && /u)
      .map((line) => line.replace(/#.*|;.*/u, '').trim())
      .filter(Boolean);
    for (const command of commands) {
      if (elsewhere.some((known) => command.startsWith(known))) continue;
      test(`${name}: ${command}`, () => {
        const [npx, manyheads, ...words] = command.split(' ');
        assert.deepEqual([npx, manyheads], ['npx', 'manyheads']);
        assert.match(runCommand(words), /\S/u);
      });
    }
  }
});

test('quizzes and lessons of the docs have no problems', () => {
  const quizzes = Object.fromEntries(
    samplesIn('json').map(({ code }, index) => [`quiz-${index + 1}.json`, code]),
  );
  const files = Object.keys({ ...authorsFiles(), ...quizzes });
  const printed = runCommand(['check', ...files], quizzes);

  assert.equal(files.length, 5);
  assert.equal(printed.match(/no problems/gu).length, files.length, printed);
});

test('the README’s lesson has no problems, and becomes a page', () => {
  const [{ code }] = samplesIn('markdown').filter(({ page }) => page === 'README.md');
  const files = { 'lesson.md': code };

  assert.match(runCommand(['check', 'lesson.md'], files), /no problems/u);
  assert.match(runCommand(['pack', 'lesson.md', '--html'], files), /lesson\.html/u);
  assert.ok(code.includes('src="quiz.md"'), 'the quizzes of the guide for authors');
});

test('the project in C++ that is built from an installation does what the README says', () => {
  const consumer = readFileSync(join(repository, 'tests/consumer_cmake/CMakeLists.txt'), 'utf8');
  const [{ code }] = samplesIn('cmake');
  const [find, link] = code.trim().split('\n');

  assert.match(consumer, /find_package\(manyheads [\d.]+ REQUIRED\)/u);
  assert.equal(find, 'find_package(manyheads REQUIRED)');
  assert.ok(consumer.includes(link.replace('your_program', 'readme')), link);
});

test('the policy of SECURITY.md is that of the embedding guide, whose page is opened', () => {
  const oneLine = (text) => text.trim().replace(/\s+/gu, ' ');
  const [{ code }] = samplesOf('.github/SECURITY.md');
  const policies = samplesIn('html').flatMap((sample) => [
    ...sample.code.matchAll(/Content-Security-Policy"\s+content="([^"]*)"/gu),
  ]);

  assert.deepEqual(
    policies.map(([, policy]) => oneLine(policy)),
    [oneLine(code)],
  );
});
