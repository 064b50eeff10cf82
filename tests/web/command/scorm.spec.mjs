import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { installed } from '../../package/installed.mjs';
import { expect, test } from '../fixtures.mjs';

const lesson = `---
title: Masks
mastery: 60
---
# Masks

<mh-quiz src="quiz.json" quiz="rows"></mh-quiz>

<mh-quiz-set src="quiz.json"></mh-quiz-set>
`;
const quizzes = ['rows', 'columns'].map((id) => ({
  ...{ id, type: 'numeric', question: `How many ${id}, with {T} tokens?`, numbers: [{ T: 4 }] },
  ...{ answer: 'T', mistakes: [{ value: 'T^2', feedback: 'Entries.' }], explanation: '{T}.' },
}));

/** A learning system that keeps what it is told to commit, and counts. */
const learningSystem = `<!doctype html><meta charset="utf-8"><title>Course</title>
<script src="scorm12.min.js"></script>
<script>
  const kept = JSON.parse(localStorage.getItem('lms') ?? '{}');
  window.commits = 0;
  window.finished = 0;
  window.API = new Scorm12API({ autocommit: false, logLevel: 5 });
  if (kept.cmi) API.loadFromJSON(kept.cmi, 'cmi');
  const keep = () => localStorage.setItem('lms', JSON.stringify({ cmi: API.cmi.toJSON() }));
  API.on('LMSCommit', () => { commits += 1; keep(); });
  API.on('LMSFinish', () => { finished += 1; keep(); });
</script>
<iframe src="index.html" style="inline-size: 100%; block-size: 90vh"></iframe>`;

/** Packs the lesson, and puts it into the learning system. */
function openCourse(host) {
  const folder = mkdtempSync(join(tmpdir(), 'manyheads-lesson-'));
  const inFolder = (name) => join(folder, name);
  writeFileSync(inFolder('lesson.md'), lesson);
  writeFileSync(inFolder('quiz.json'), JSON.stringify(quizzes));
  const command = join(installed, 'dist/manyheads-command.js');
  execFileSync(process.execPath, [command, 'pack', inFolder('lesson.md'), '--scorm']);
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(inFolder('lesson.zip'))))) {
    host.write(name, bytes);
  }
  const script = createRequire(import.meta.url).resolve('scorm-again/scorm12/min');
  host.write('scorm12.min.js', readFileSync(script));
  return host.write('course.html', learningSystem).served;
}

let course = '';
test.beforeAll(({ host }) => {
  course = openCourse(host);
});

const read = (page, name) => page.evaluate((name) => window.API.LMSGetValue(name), name);
const answer = async (element, text) => {
  await element.getByRole('textbox').fill(text);
  await element.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(element.locator('.verdict').first()).toBeVisible();
};

test('a packed lesson reports its score and resumes where the learner stopped', async ({
  page,
}) => {
  await page.goto(course);
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('mh-quiz').first().getByRole('heading')).toBeVisible();
  expect(await read(page, 'cmi.core.lesson_status')).toBe('incomplete');
  expect(await read(page, 'cmi.core.score.raw')).toBe('0');
  const before = await page.evaluate(() => window.commits);

  await answer(frame.locator('main > mh-quiz'), '16');
  expect(await read(page, 'cmi.core.score.raw')).toBe('0');
  await answer(frame.locator('main > mh-quiz'), '4');

  expect(await read(page, 'cmi.core.score.raw')).toBe('50');
  expect(await read(page, 'cmi.core.score.max')).toBe('100');
  expect(await page.evaluate(() => window.commits)).toBe(before + 2);

  await page.locator('iframe').evaluate((element) => (element.src = 'about:blank'));
  await expect.poll(() => page.evaluate(() => window.finished)).toBe(1);
  const { cmi } = await page.evaluate(() => JSON.parse(localStorage.getItem('lms')));
  expect(cmi.core.exit).toBe('suspend');
  expect(cmi.core.session_time).toMatch(/^(00)?00:\d\d:\d\d$/u);
  expect(cmi.suspend_data.length).toBeLessThan(4096);

  // Another computer: only the learning system knows what was done.
  await page.evaluate(() => {
    const kept = localStorage.getItem('lms');
    localStorage.clear();
    localStorage.setItem('lms', kept);
  });
  await page.reload();
  await expect(frame.locator('main > mh-quiz .verdict')).toContainText('Right.');
  expect(await read(page, 'cmi.core.score.raw')).toBe('50');
  const set = frame.locator('mh-quiz-set');
  await answer(set, '4');
  await set.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(set.getByRole('heading', { name: 'How many columns' })).toBeVisible();
  await answer(set, '4');

  expect(await read(page, 'cmi.core.score.raw')).toBe('100');
  expect(await read(page, 'cmi.core.lesson_status')).toBe('passed');

  // The set's progress came with it.
  await page.locator('iframe').evaluate((element) => (element.src = 'about:blank'));
  await expect.poll(() => page.evaluate(() => window.finished)).toBe(1);
  await page.evaluate(() => {
    const kept = localStorage.getItem('lms');
    localStorage.clear();
    localStorage.setItem('lms', kept);
  });
  await page.reload();
  await expect(set.locator('.head')).toContainText('2');
  const places = await page.evaluate(() =>
    Object.entries(localStorage).map(([key, text]) => [key, text]),
  );
  const [, progress] = places.find(([key]) => key.includes('#mh-file-1'));
  expect(JSON.parse(progress).log).toHaveLength(2);
});

test('a lesson starts from the beginning if its suspend data is invalid', async ({ page }) => {
  await page.goto(course);
  for (const text of [
    '{"m":"99","p":{"#mh-file-1":[["x",-1,1e9],{"0":[1,1]}]},"e":{"0":[]}}',
    '{',
    '[]',
  ]) {
    await page.evaluate((suspend_data) => {
      localStorage.setItem('lms', JSON.stringify({ cmi: { suspend_data } }));
    }, text);
    await page.goto(course);
    const quiz = page.frameLocator('iframe').locator('main > mh-quiz');
    await expect(quiz.getByRole('heading')).toBeVisible();
    expect(await read(page, 'cmi.core.score.raw')).toBe('0');
  }
});
