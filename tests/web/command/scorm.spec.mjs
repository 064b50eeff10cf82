import { expect, test } from '../fixtures.mjs';
import {
  keep,
  learningSystem,
  lessonFrame,
  openCourse,
  quizFile,
  readKept,
  readValue,
} from './courses.mjs';

const lesson = `---
title: Masks
mastery: 60
---
# Masks

<mh-quiz src="quiz.json" quiz="rows"></mh-quiz>

<mh-quiz-set src="quiz.json"></mh-quiz-set>
`;
let course = '';
test.beforeAll(({ host }) => {
  const pages = { 'course.html': learningSystem + lessonFrame };
  course = openCourse(host, 'course', lesson, pages)['course.html'];
});

const read = readValue;
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
  const cmi = await readKept(page);
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
  const [, progress] = places.find(([key]) => key.includes(quizFile));
  expect(JSON.parse(progress).log).toHaveLength(2);
});

test('a set of questions resumes where the browser stores nothing', async ({ page }) => {
  // As in a frame of another host, which many browsers refuse its storage.
  await page.addInitScript(() => {
    if (window === top) return;
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
  });
  const set = page.frameLocator('iframe').locator('mh-quiz-set');
  await page.goto(course);
  await answer(set, '4');
  await set.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(set.getByRole('heading', { name: 'How many columns' })).toBeVisible();

  await page.locator('iframe').evaluate((element) => (element.src = 'about:blank'));
  await expect.poll(() => page.evaluate(() => window.finished)).toBe(1);
  const { suspend_data: kept } = await readKept(page);
  expect(JSON.parse(kept).p[quizFile][0]).toHaveLength(1);
  await page.reload();
  await set.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(set.locator('.verdict')).toContainText('Right.');
});

test('figures leave room for the answer to a quick check', async ({ page, host }) => {
  const lengths = [1000, 1000, 1000, 500, 250, 120, 60, 30, 14, 6]; // they fill any room
  const figures = '<mh-sandbox></mh-sandbox>\n\n'.repeat(lengths.length);
  const text = `# Masks\n\n${figures}<mh-quick-check src="quiz.json"></mh-quick-check>\n`;
  const pages = { 'course.html': learningSystem + lessonFrame };
  await page.goto(openCourse(host, 'many-figures', text, pages)['course.html']);
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('mh-quick-check').getByRole('heading')).toBeVisible();
  for (const [place, length] of lengths.entries()) {
    await frame
      .locator('mh-sandbox')
      .nth(place)
      .evaluate((element, length) => {
        const detail = { state: 'x'.repeat(length) };
        element.dispatchEvent(new CustomEvent('mh-state', { bubbles: true, detail }));
      }, length);
  }

  await answer(frame.locator('mh-quick-check'), '4');

  const { e: states } = JSON.parse(await read(page, 'cmi.suspend_data'));
  expect(states[lengths.length]).toMatchObject({ answers: ['4'] });
});

test('a lesson starts from the beginning if its suspend data is invalid', async ({ page }) => {
  await page.goto(course);
  for (const text of [
    `{"m":"99","p":{"${quizFile}":[["x",-1,1e9],{"0":[1,1]}]},"e":{"0":[]}}`,
    '{',
    '[]',
  ]) {
    await keep(page, { suspend_data: text });
    await page.goto(course);
    const quiz = page.frameLocator('iframe').locator('main > mh-quiz');
    await expect(quiz.getByRole('heading')).toBeVisible();
    expect(await read(page, 'cmi.core.score.raw')).toBe('0');
  }
});
