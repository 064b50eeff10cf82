import { expect, test } from '../fixtures.mjs';
import { eventsOf, recordEvents } from '../sandbox/sandbox-page.mjs';

const crossover = 'From which length on does the quadratic part';
const queries = 'Why do heads share keys and values, and not queries?';

async function openInterview(page, site, state) {
  await recordEvents(page);
  const query = state ? `?main-interview=${encodeURIComponent(JSON.stringify(state))}` : '';
  await page.goto(`${site}#interview${query}`);
  const interview = page.locator('#main-interview');
  await expect(interview.getByRole('heading', { level: 3 })).not.toHaveCount(0);
  return {
    interview,
    questions: interview.getByRole('heading', { level: 3 }),
    question: (name) => interview.getByRole('button', { name, expanded: false }),
    note: interview.getByRole('textbox', { name: 'Your answer, kept on this device' }),
    model: interview.getByRole('heading', { name: 'Model answer' }),
    button: (name) => interview.getByRole('button', { name, exact: true }),
    rate: (name) => interview.getByRole('radio', { name, exact: true }).check(),
    kept: () => page.evaluate(() => JSON.parse(localStorage.getItem('manyheads:interview'))),
  };
}

/** Answers one question and says how it went. */
async function answer(page, name, rating) {
  await page.question(name).click();
  await page.note.fill('The cache.');
  await page.button('Show the model answer').click();
  await page.rate(rating);
}

test('all questions are listed, none answered', async ({ page, site }) => {
  const { interview, questions, model } = await openInterview(page, site);

  await expect(questions).toHaveCount(18);
  await expect(interview.getByText('18 of 18 questions', { exact: true })).toBeVisible();
  await expect(model).toHaveCount(0);
});

test('difficulty and company filter, and the counter says how many are left', async ({
  page,
  site,
}) => {
  const { interview, questions } = await openInterview(page, site);
  await interview.getByRole('radio', { name: 'hard' }).check();
  await interview.getByRole('combobox', { name: 'Source' }).selectOption('OpenAI');

  await expect(questions).toHaveText([/Why has grouped-query attention been the standard/u]);
  const count = interview.getByRole('status').filter({ hasText: '1 of 18 questions' });
  await expect(count).toHaveCount(1);
  await expect(page).toHaveURL(/OpenAI/u);
});

test('the model answer is hidden until there is an answer', async ({ page, site }) => {
  const { interview, question, model, button } = await openInterview(page, site);
  await question(queries).click();
  await button('Show the model answer').click();

  await expect(interview.getByRole('status').filter({ hasText: 'Answer first' })).toHaveCount(1);
  await expect(model).toHaveCount(0);
});

test('after a note the model answer appears and has the focus', async ({ page, site }) => {
  const { interview, question, note, model, button } = await openInterview(page, site);
  await question(crossover).click();
  await note.fill('2d?');
  await button('Show the model answer').click();

  await expect(model).toBeFocused();
  await expect(interview).toContainText('with d = 4,096 at 8,192 tokens');
  await expect(interview.getByText('0 of 4 points.')).toBeVisible();
});

test('answering aloud is enough, with the keyboard alone', async ({ page, site }) => {
  const { interview, question, note, model } = await openInterview(page, site);
  await question(queries).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(note).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(model).toBeFocused();

  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');

  await expect(interview.getByText('1 of 4 points.')).toBeVisible();
});

test('notes, points and ratings survive a reload', async ({ page, site }) => {
  const opened = await openInterview(page, site);
  await answer(opened, queries, 'partly');
  await opened.interview.getByRole('checkbox', { name: /Only keys and values/u }).check();
  await page.reload();

  await expect(opened.note).toHaveValue('The cache.');
  await expect(opened.interview.getByRole('radio', { name: 'partly' })).toBeChecked();
  await expect(opened.interview.getByText('1 of 4 points.')).toBeVisible();
  await expect(opened.interview.getByText('18 of 18 questions, 1 rated')).toBeVisible();
});

test('the open question is beside the list where there is room, else below it', async ({
  page,
  site,
}) => {
  const { interview, note, question, questions } = await openInterview(page, site);
  await expect(interview.getByText('Choose a question to answer it here.')).toBeVisible();
  await question(new RegExp(crossover, 'u')).click();
  await expect(interview.getByText('Choose a question to answer it here.')).toHaveCount(0);
  const boxes = async () => [await questions.first().boundingBox(), await note.boundingBox()];
  const [list, beside] = await boxes();
  expect(beside.x).toBeGreaterThan(list.x + list.width);
  expect(beside.x + beside.width).toBeGreaterThan(1100);

  await page.setViewportSize({ width: 768, height: 900 });
  const [first, below] = await boxes();
  expect(below.x).toBeLessThan(first.x + first.width);
  expect(below.y).toBeGreaterThan(first.y);
});

test('the list can show only missed questions, for a second try', async ({ page, site }) => {
  const opened = await openInterview(page, site);
  await answer(opened, queries, 'knew it');
  await answer(opened, crossover, 'missed');
  await opened.interview.getByRole('switch', { name: 'Only those I missed' }).check();

  await expect(opened.questions).toHaveText([new RegExp(crossover, 'u')]);

  await opened.rate('knew it');
  await expect(opened.questions).toHaveCount(1);
  await opened.interview.getByRole('button', { expanded: true }).click();
  await expect(opened.interview).toContainText('No question matches.');
  await expect(opened.button('Show all')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(opened.questions).toHaveCount(18);
  await expect(opened.questions.first().getByRole('button')).toBeFocused();
});

test('Undo restores deleted answers', async ({ page, site }) => {
  const opened = await openInterview(page, site);
  await answer(opened, queries, 'missed');
  await opened.button('Delete my answers').click();
  await expect(opened.interview).toContainText('1 answer deleted.');
  expect(await opened.kept()).toEqual({});
  await expect(opened.button('Undo')).toBeFocused();

  await opened.button('Undo').click();

  await expect(opened.interview.getByText('18 of 18 questions, 1 rated')).toBeVisible();
  await expect(opened.button('Delete my answers')).toBeFocused();
});

test('answers can be copied, with the model answers that were seen', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const opened = await openInterview(page, site);
  await answer(opened, queries, 'partly');
  await opened.button('Copy as text').click();
  await expect(opened.interview.getByText('Copied.')).toBeVisible();

  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain('My answer:\nThe cache.\n\nHow it went: partly\n\nModel answer:');
  expect(text.match(/Model answer:/gu)).toHaveLength(1);
});

test('a hostile memory and address leave the questions as they were', async ({ page, site }) => {
  await page.addInitScript(() => {
    const broken = '{"crossover":{"note":{},"named":"x"},"a":';
    if (location.host) localStorage.setItem('manyheads:interview', broken);
  });
  for (const state of [{ stars: '<b>', company: '__proto__', open: 'constructor' }, 7, ['x']]) {
    await page.goto('about:blank');
    const { questions, model } = await openInterview(page, site, state);

    await expect(questions).toHaveCount(18);
    await expect(model).toHaveCount(0);
  }
});

test('without storage it says so and still works', async ({ page, site }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  const opened = await openInterview(page, site);
  await expect(opened.interview).toContainText('This browser stores nothing here');
  await answer(opened, queries, 'partly');

  await expect(opened.interview.getByText('18 of 18 questions, 1 rated')).toBeVisible();
});

test('questions that could not be fetched can be fetched again', async ({
  page,
  site,
  complaints,
}) => {
  await page.route(/assets\/questions/u, (route) => route.abort());
  await page.goto(`${site}#interview`);
  const interview = page.locator('#main-interview');
  await expect(interview.getByRole('alert')).toContainText('The questions could not be loaded.');
  await expect(interview.getByRole('alert').locator('[lang=en]')).not.toBeEmpty();
  await page.unroute(/assets\/questions/u);
  complaints.splice(0);

  await interview.getByRole('button', { name: 'Try again' }).click();

  await expect(interview.getByRole('heading', { level: 3 })).toHaveCount(18);
});

test('events say what is shown, not what the learner wrote', async ({ page, site }) => {
  const opened = await openInterview(page, site);
  await answer(opened, queries, 'partly');

  const [{ detail }] = await eventsOf(page, 'mh-state');
  expect(detail).toEqual({
    version: 1,
    element: 'mh-interview',
    id: 'main-interview',
    state: { stars: 0, company: '', onlyMissed: false, open: 'share-queries' },
  });
  expect(await eventsOf(page, 'mh-state')).toHaveLength(1);
});

test('the single file has the questions too', async ({ page, singleFile }) => {
  const { questions } = await openInterview(page, singleFile);

  await expect(questions).toHaveCount(18);
});
