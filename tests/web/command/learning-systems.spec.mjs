/** What packed lessons do in learning systems of every kind. */
import { expect, test } from '../fixtures.mjs';
import { keep, learningSystem, lessonFrame, openCourse, readKept, readValue } from './courses.mjs';

const body = `# Masks

<mh-quiz src="quiz.json" quiz="rows"></mh-quiz>

<mh-quiz src="quiz.json" quiz="columns"></mh-quiz>
`;
const pages = {
  'course.html': learningSystem + lessonFrame,
  'opener.html': `${learningSystem}<script>open('window.html')</script>`,
  'window.html': lessonFrame,
  'refuses.html': `<script>
    window.calls = [];
    window.API = Object.fromEntries(
      ['Initialize', 'GetValue', 'SetValue', 'Commit', 'Finish'].map((name) => [
        'LMS' + name,
        () => (calls.push(name), 'false'),
      ]),
    );
  </script>${lessonFrame}`,
};

let addresses = {};
let withoutMastery = {};
let withoutQuestions = {};
test.beforeAll(({ host }) => {
  addresses = openCourse(host, 'mastery', `---\nmastery: 60\n---\n${body}`, pages);
  withoutMastery = openCourse(host, 'no-mastery', body, pages);
  const text = '# Nothing to do\n\n<mh-sandbox id="API"></mh-sandbox>\n';
  withoutQuestions = openCourse(host, 'no-questions', text, pages);
});

const lessonIn = (page) => page.frameLocator('iframe');
const quiz = (page, place) => lessonIn(page).locator('main > mh-quiz').nth(place);

async function answer(page, place, text) {
  const element = quiz(page, place);
  await element.getByRole('textbox').fill(text);
  await element.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(element.locator('.verdict').first()).toBeVisible();
}

async function open(page, address) {
  await page.goto(address);
  await expect(quiz(page, 1).getByRole('heading')).toBeVisible();
}

async function leave(page) {
  await page.locator('iframe').evaluate((element) => (element.src = 'about:blank'));
  await expect.poll(() => page.evaluate(() => window.finished)).toBe(1);
}

/** Makes the system give this value, always or only for the first time. */
const answerWith = (page, name, value, { once = false } = {}) =>
  page.addInitScript(
    ({ name, value, once }) => {
      addEventListener('DOMContentLoaded', () => {
        if (!window.API) return;
        const { LMSGetValue } = window.API;
        let isAnswered = false;
        window.API.LMSGetValue = (wanted) => {
          if (wanted !== name || (once && isAnswered)) return LMSGetValue.call(window.API, wanted);
          isAnswered = true;
          return value;
        };
      });
    },
    { name, value, once },
  );

const status = (page) => readValue(page, 'cmi.core.lesson_status');
const score = (page) => readValue(page, 'cmi.core.score.raw');

test('a pass stays a pass on the next visit, also if the system has lost the answers', async ({
  page,
}) => {
  await open(page, addresses['course.html']);
  await answer(page, 0, '4');
  await answer(page, 1, '4');
  expect([await status(page), await score(page)]).toEqual(['passed', '100']);
  await leave(page);
  expect((await readKept(page)).core.exit).toBe('suspend');

  await page.reload();
  await expect(quiz(page, 1).locator('.verdict')).toContainText('Right.');
  expect([await status(page), await score(page)]).toEqual(['passed', '100']);

  await leave(page);
  const { core } = await readKept(page);
  await keep(page, { core: { lesson_status: core.lesson_status, score: core.score } });
  await open(page, addresses['course.html']);
  await expect(quiz(page, 1).locator('.verdict')).toHaveCount(0);
  expect([await status(page), await score(page)]).toEqual(['passed', '100']);
  await answer(page, 0, '16');
  expect([await status(page), await score(page)]).toEqual(['passed', '100']);
  await leave(page);
  expect((await readKept(page)).core.exit).toBe('suspend');
});

test('a score below mastery is a fail once all is answered, and can become a pass', async ({
  page,
}) => {
  await open(page, addresses['course.html']);
  await answer(page, 0, '16');
  expect(await status(page)).toBe('incomplete');
  await answer(page, 1, '16');
  expect([await status(page), await score(page)]).toEqual(['failed', '0']);
  await leave(page);

  await open(page, addresses['course.html']);
  expect(await status(page)).toBe('failed');
  await answer(page, 0, '4');
  expect([await status(page), await score(page)]).toEqual(['failed', '50']);
  await answer(page, 1, '4');
  expect([await status(page), await score(page)]).toEqual(['passed', '100']);
});

test('a score that cannot be one counts as none', async ({ page }) => {
  await answerWith(page, 'cmi.core.score.raw', '250', { once: true }); // as what it kept
  await open(page, addresses['course.html']);
  await answer(page, 0, '16');
  await answer(page, 1, '16');

  expect([await status(page), await score(page)]).toEqual(['failed', '0']);
});

test('without mastery, a lesson is completed once all is answered', async ({ page }) => {
  await open(page, withoutMastery['course.html']);
  await answer(page, 0, '16');
  expect(await status(page)).toBe('incomplete');
  await answer(page, 1, '4');

  expect([await status(page), await score(page)]).toEqual(['completed', '50']);
});

test('a lesson without questions is completed when it is opened, without a score', async ({
  page,
}) => {
  await page.goto(withoutQuestions['course.html']);
  await expect(lessonIn(page).locator('mh-sandbox')).toBeVisible();

  await expect.poll(() => status(page)).toBe('completed');
  expect(await score(page)).toBe('');
});

for (const mode of ['browse', 'review']) {
  test(`in ${mode} mode nothing is reported, and the session ends`, async ({ page }) => {
    await page.goto(addresses['window.html']);
    const core = { lesson_mode: mode, lesson_status: 'failed', score: { raw: '30' } };
    await keep(page, { core });
    await open(page, addresses['course.html']);
    await answer(page, 0, '4');

    expect([await status(page), await score(page)]).toEqual(['failed', '30']);
    expect(await page.evaluate(() => window.commits)).toBe(0);
    await leave(page);
    expect((await readKept(page)).core.lesson_status).toBe('failed');
  });
}

test('without a lesson mode, the mode is normal', async ({ page }) => {
  await answerWith(page, 'cmi.core.lesson_mode', '');
  await open(page, addresses['course.html']);
  await answer(page, 0, '4');

  expect(await score(page)).toBe('50');
});

test('the system is found around the window that opened the lesson’s', async ({ page }) => {
  const opened = page.context().waitForEvent('page');
  await page.goto(addresses['opener.html']);
  const lesson = await opened;
  await expect(quiz(lesson, 0).getByRole('heading')).toBeVisible();

  await answer(lesson, 0, '4');

  expect(await score(page)).toBe('50');
  await lesson.close({ runBeforeUnload: true });
  await expect.poll(() => page.evaluate(() => window.finished)).toBe(1);
});

test('without a learning system, a lesson is a plain page', async ({ page }) => {
  await page.goto(addresses['window.html']);
  await answer(page, 0, '4');

  await expect(quiz(page, 0).locator('.verdict')).toContainText('Right.');
});

test('a system that does not start is not called again', async ({ page }) => {
  await page.goto(addresses['refuses.html']);
  await answer(page, 0, '4');
  await page.locator('iframe').evaluate((element) => (element.src = 'about:blank'));

  await expect.poll(() => page.frames()[1]?.url()).toBe('about:blank');
  expect(await page.evaluate(() => window.calls)).toEqual(['Initialize']);
});

test('a hidden page commits the time so far, since it may never come back', async ({ page }) => {
  await open(page, addresses['course.html']);
  const before = await page.evaluate(() => window.commits);
  await page.frames()[1].evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });

  expect(await page.evaluate(() => window.commits)).toBe(before + 1);
  const { core } = await readKept(page);
  expect(core.exit).toBe('suspend');
  expect(core.session_time).toMatch(/^\d+:\d\d:\d\d$/u);
  expect(await page.evaluate(() => window.finished)).toBe(0);
});

test('a page that comes back from the browser’s cache begins anew', async ({ page }) => {
  await open(page, addresses['course.html']);
  const frame = page.frames()[1];
  const send = (name) =>
    frame.evaluate((name) => {
      window.isOld = true;
      dispatchEvent(new PageTransitionEvent(name, { persisted: true }));
    }, name);

  await send('pagehide');
  expect(await page.evaluate(() => window.finished)).toBe(1);
  await send('pageshow');
  await frame.waitForFunction(() => window.isOld === undefined);

  await answer(page, 0, '4');
  await expect(quiz(page, 0).locator('.verdict')).toContainText('Right.');
});
