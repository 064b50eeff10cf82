import { faults } from '../axe.mjs';
import { expect, test } from '../fixtures.mjs';
import { eventsOf, recordEvents } from '../sandbox/sandbox-page.mjs';

/** The quizzes' page, at one question where its id is given. */
async function openQuizzes(page, site, quiz) {
  await recordEvents(page);
  const state = quiz ? `?quiz-set=${encodeURIComponent(JSON.stringify({ quiz }))}` : '';
  await page.goto(`${site}#quizzes${state}`);
  const set = page.locator('#quiz-set'); // a chapter has one too
  const entry = set.getByRole('textbox');
  const button = (name) => set.getByRole('button', { name, exact: true });
  await expect(set.getByRole('heading', { level: 2 })).toBeVisible();
  return {
    set,
    entry,
    button,
    answer: async (text) => {
      await entry.fill(text);
      await button('Check').click();
    },
  };
}

test('all questions are listed beside the current one if there is room', async ({ page, site }) => {
  const { set } = await openQuizzes(page, site);
  const list = set.getByRole('list').filter({ hasText: 'Put the steps' });
  await expect(list).toBeVisible();
  const { x, width } = await set.getByRole('heading', { level: 2 }).boundingBox();
  expect((await list.boundingBox()).x).toBeGreaterThan(x + width);

  await page.setViewportSize({ width: 768, height: 900 });
  await expect(list).toBeHidden();
  await set.getByText('All questions').click();
  await expect(list).toBeVisible();
});

test('the set is ready when its question is shown, so nothing below moves', async ({
  page,
  site,
}) => {
  await page.addInitScript(() =>
    addEventListener('mh-ready', ({ target }) =>
      requestAnimationFrame(() => {
        const question = target.shadowRoot.querySelector('mh-quiz');
        window.atReady = Boolean(question.shadowRoot.querySelector('button'));
      }),
    ),
  );
  await openQuizzes(page, site);

  await expect.poll(() => page.evaluate(() => window.atReady)).toBe(true);
});

test('a short answer is accepted however it is written', async ({ page, site }) => {
  const { set, answer } = await openQuizzes(page, site, 'score-divisor');
  await answer('math.sqrt(d_k)');

  await expect(set).toContainText('Right.');
  await expect(set).toContainText('so its standard deviation is');
});

test('an unreadable formula shows the place of the mistake and counts as no try', async ({
  page,
  site,
}) => {
  const { set, entry, answer } = await openQuizzes(page, site, 'score-divisor');
  await answer('sqrt(d_k');

  await expect(set).toContainText("Column 5: '(' is not closed");
  await expect(entry).toHaveAttribute('aria-invalid', 'true');
  expect(await eventsOf(page, 'mh-answer')).toEqual([]);
});

test('a wrong number gets a hint about its unit, the answer its multiplication', async ({
  page,
  site,
}) => {
  const { set, answer } = await openQuizzes(page, site, 'gqa-cache');
  await answer('10 GB');
  await expect(set).toContainText('The number is right in GiB, not in GB');
  await expect(set).not.toContainText('10,737,418,240');
  await answer('10,0');
  await expect(set).toContainText('This is not a number: Write a decimal point: 10.0.');
  await answer('10,000');
  await expect(set).toContainText('Write a decimal point: 10.000.');
  await answer('5 GiB');
  await expect(set).toContainText('This is the keys alone');
  await set.getByText('Show the multiplication').click();

  await expect(set).toContainText('= 2 · 80 · 8 · 128 · 4096 · 8 · 2');
  await expect(set).toContainText('= 10,737,418,240 B');
});

test('with several answers, wrong ones are explained and missing ones counted', async ({
  page,
  site,
}) => {
  const { set, button } = await openQuizzes(page, site, 'twice-the-heads');
  await set.getByRole('checkbox', { name: /memory for scores/u }).check();
  await button('Check').click();

  await expect(set).toContainText('Each head has a T × T matrix of scores');
  await expect(set).toContainText('2 more statements are true.');
  await expect(set).not.toContainText('keep their shapes');
});

test('spaces in printed lines do not matter', async ({ page, site }) => {
  const { set, answer } = await openQuizzes(page, site, 'print-split');
  await answer('[2,3,4]\n\n 4');

  await expect(set).toContainText('Right.');
});

test('steps can be ordered with keys alone, and the focus follows', async ({ page, site }) => {
  const { set, button } = await openQuizzes(page, site, 'forward-steps');
  await button('Check').click();
  await expect(set).toContainText('Move a step first.');
  const last = set.getByRole('button', { name: 'Move up: Project x to Q, K and V' });
  const steps = set.locator('mh-quiz').getByRole('listitem');
  const places = await steps.allTextContents();
  const place = places.findIndex((text) => text.includes('Project x'));
  await last.focus();
  for (let i = 0; i < Math.max(place, 1); ++i) await page.keyboard.press('Enter');

  await expect(steps.first()).toContainText('Project x');
  await expect(last).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(steps.nth(1).getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(steps.nth(1).getByRole('button').first()).toBeFocused();
});

test('the hint is announced again where nothing is chosen twice', async ({ page, site }) => {
  const { set, button } = await openQuizzes(page, site, 'forward-steps');
  await button('Check').click();
  const hint = set.locator('mh-quiz .hint[role=status]');
  await expect(hint).toHaveText('Move a step first.');
  await hint.evaluate((status) => {
    window.said = [];
    const options = { childList: true, characterData: true, subtree: true };
    new MutationObserver(() => window.said.push(status.textContent.trim())).observe(
      status,
      options,
    );
  });

  await button('Check').click();
  await expect.poll(() => page.evaluate(() => window.said)).toEqual(['', 'Move a step first.']);
});

test('new questions follow, and a missed one comes back after three others', async ({
  page,
  site,
}) => {
  const { set, answer, button } = await openQuizzes(page, site, 'gqa-cache');
  await page.evaluate(() => {
    const set = document.querySelector('#quiz-set');
    set.quizzes = 'gqa-cache latent-cache memory-of-scores weights-of-70b uniform-entropy';
  });
  const question = set.getByRole('heading', { level: 2 });
  const asked = [];
  for (let i = 0; i < 6; ++i) {
    asked.push(await question.textContent());
    await answer('0.123');
    await answer('0.321');
    await button('Next').click();
  }

  const again = 'This question will come back later.';
  expect(asked.map((text) => text.slice(0, 17))).toEqual([
    'A model has 80 la',
    'A model with late',
    expect.stringMatching(/^d\smodel/u),
    'Llama-2 70B has 6',
    'A model has 32 la',
    'A query sees 16 k',
  ]);
  await answer('0.123');
  await expect(set).toContainText(again);
});

test('steps are moved by buttons with words, large enough for a finger', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const { button } = await openQuizzes(page, site, 'forward-steps');
  const down = button(/^Move down/u).first();
  const { width, height } = await down.boundingBox();

  await expect(down).toHaveText('↓ Down');
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
});

test('the focus goes to Next once a question is over, and to the question after it', async ({
  page,
  site,
}) => {
  const { set, button, answer } = await openQuizzes(page, site, 'weights-shape');
  await answer('B H T T');

  await expect(button('Next')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(set.getByRole('group', { name: /^Question \d+ of \d+$/u })).toBeFocused();
});

test('progress survives a reload and is in the address', async ({ page, site }) => {
  const { set, answer } = await openQuizzes(page, site, 'weights-shape');
  await answer('[B, T, T]');
  await page.reload();

  await expect(set).toContainText(/1 of \d+ answered, 1 to try again\./u);
  await expect(set.getByRole('textbox')).toHaveValue('[B, T, T]');
  await page.goto('about:blank');
  await page.goto(`${site}#quizzes`);
  await expect(set).toContainText(/1 of \d+ answered, 1 to try again\./u);
});

test('two runs, here or in two tabs, keep each other’s answers', async ({
  page,
  site,
  context,
}) => {
  const { answer, set } = await openQuizzes(page, site, 'weights-shape');
  const other = await openQuizzes(await context.newPage(), site, 'before-w-o');
  await answer('B H T T');
  await other.answer('[T, d_model]');

  await expect(other.set).toContainText(/2 of \d+ answered/u);
  await page.reload();
  await expect(set).toContainText(/2 of \d+ answered/u);
});

test('the recap has no answer that is still hidden', async ({ page, site }) => {
  const { set, answer, button } = await openQuizzes(page, site, 'weights-shape');
  await answer('[B, T, T]');
  await button('Review your answers').click();

  await expect(set).toContainText('Not solved yet.');
  await expect(set).not.toContainText('[2, 4, 6, 6]');
  await button('Back to the questions').click();
  await answer('B T T H');
  await button('Review your answers').click();
  await expect(set).toContainText('[2, 4, 6, 6]');
});

test('starting over can be undone', async ({ page, site }) => {
  const { set, answer, button } = await openQuizzes(page, site, 'weights-shape');
  await answer('B H T T');
  await set.getByText('Save or move your progress').click();
  await button('Start over').click();
  await expect(set).toContainText(/0 of \d+ answered\./u);
  await button('Undo').click();

  await expect(set).toContainText(/1 of \d+ answered\./u);
});

test('progress can be saved to a file and loaded from it', async ({ page, site }) => {
  const { set, answer, button } = await openQuizzes(page, site, 'weights-shape');
  await answer('B H T T');
  await set.getByText('Save or move your progress').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button('Save as a file').click(),
  ]);
  await button('Start over').click();
  await set.getByLabel('Load a file').setInputFiles(await download.path());

  await expect(set).toContainText(/1 of \d+ answered\./u);
  const other = { name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{}') };
  await set.getByLabel('Load a file').setInputFiles(other);
  await expect(set).toContainText('This file does not contain quiz progress.');
});

test('events carry answers with the name of the run', async ({ page, site }) => {
  const { answer } = await openQuizzes(page, site, 'weights-shape');
  await answer('[B, T, T]');

  const heard = await eventsOf(page, 'mh-answer');
  expect(heard.map(({ detail }) => detail)).toEqual([
    {
      version: 1,
      element: 'mh-quiz-set',
      id: 'quiz-set',
      question: 'weights-shape/0',
      answer: '[2, 6, 6]',
      correct: false,
      attempts: 1,
    },
  ]);
});

test('ids may be assigned as a text or a list; anything else is explained', async ({
  page,
  site,
}) => {
  const { set } = await openQuizzes(page, site);
  const assign = (quizzes) =>
    set.evaluate((set, quizzes) => {
      set.quizzes = quizzes;
      return set.updateComplete;
    }, quizzes);
  const asked = async (quizzes) => {
    await assign(quizzes);
    return set.evaluate(({ state }) => state.quiz);
  };
  expect(await asked(['gqa-cache', 'latent-cache'])).toBe('gqa-cache');
  await expect(set).toContainText('0 of 2 answered.');
  expect(await asked('latent-cache gqa-cache score-divisor')).toBe('gqa-cache');
  await expect(set).toContainText('0 of 3 answered.');

  for (const [quizzes, type] of [
    [[{ id: 'gqa-cache' }], 'object'],
    [['gqa-cache', null], 'null'],
    [[['gqa-cache']], 'object'],
    [7, 'number'],
    [{ length: 1 }, 'object'],
  ]) {
    await assign(quizzes);
    await expect(set.getByRole('alert')).toHaveText(
      `“quizzes” contains a value of type ${type}. ` +
        'Assign ids: one text with spaces between them, or a list of texts.',
    );
  }
  await assign(['no-such-quiz']);
  await expect(set.getByRole('alert')).toHaveText(
    'No quiz matches these attributes. quizzes="no-such-quiz"',
  );
  expect(await asked(null)).not.toBe('');
  await expect(set.getByRole('heading', { level: 2 })).toBeVisible();
});

test('a set without a question names the attributes that chose none', async ({ page, site }) => {
  const { set } = await openQuizzes(page, site);
  await set.evaluate((set) => {
    set.setAttribute('quizzes', 'head-width');
    set.setAttribute('topic', 'zzz');
  });

  await expect(set.getByRole('alert')).toHaveText(
    'No quiz matches these attributes. quizzes="head-width" topic="zzz"',
  );
});

test('a warning names each unknown id once', async ({ page, site }) => {
  const warnings = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  const { set } = await openQuizzes(page, site);
  await set.evaluate(async (set) => {
    for (const quizzes of ['head-width nope', 'nope gqa-cache']) {
      set.setAttribute('quizzes', quizzes);
      await set.updateComplete;
    }
  });

  await expect(set).toContainText('0 of 1 answered.');
  expect(warnings).toEqual(["mh-quiz-set: there is no quiz 'nope'"]);
});

test('a set may change again before its question is drawn', async ({ page, site }) => {
  const { set } = await openQuizzes(page, site);
  await set.evaluate(async (set) => {
    set.setAttribute('topic', 'masks');
    await set.updateComplete;
    set.setAttribute('topic', 'none');
    await set.updateComplete;
  });
  await expect(set.getByRole('alert')).toBeVisible();
  await set.evaluate((set) => set.removeAttribute('topic'));

  await expect(set.getByRole('heading', { level: 2 })).toBeVisible();
});

test('a set that changes before its first question is drawn is ready all the same', async ({
  page,
  site,
}) => {
  await openQuizzes(page, site);
  const isReady = await page.evaluate(async () => {
    const set = document.createElement('mh-quiz-set');
    const ready = new Promise((done) => set.addEventListener('mh-ready', () => done(true)));
    document.querySelector('#quiz-set').after(set);
    while (!set.shadowRoot?.querySelector('mh-quiz')) await set.updateComplete;
    set.setAttribute('topic', 'none');
    return Promise.race([ready, new Promise((done) => setTimeout(() => done(false), 5000))]);
  });

  expect(isReady).toBe(true);
});

test('anything may be assigned to the state', async ({ page, site }) => {
  const { set } = await openQuizzes(page, site);
  await page.evaluate(() => {
    const set = document.querySelector('#quiz-set');
    for (const state of [null, 7, 'x', [], { quiz: '__proto__' }, { quiz: 8, tries: 'x' }]) {
      set.state = state;
    }
    set.state = {
      quiz: 'print-split',
      tries: { seed: 1e9, answers: [1, 'a\nb', '4'.repeat(300)] },
    };
  });

  await expect(set).toContainText('What does this print?');
});

for (const [name, width, colorScheme] of [
  ['light, at 1280 px', 1280, 'light'],
  ['dark, at 360 px', 360, 'dark'],
]) {
  test(`axe finds nothing in quizzes: ${name}`, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const { set, answer, button } = await openQuizzes(page, site, 'gqa-cache');
    await answer('5 GiB');
    await answer('10 GiB');
    await set.getByText('Show the multiplication').click();
    await set.getByText('All questions').click();
    await set.getByText('Save or move your progress').click();
    expect(await faults(page)).toEqual([]);
    await set.getByRole('button', { name: 'Put the steps of multi-head' }).click();
    await button(/Move down/u)
      .first()
      .click();
    await button('Check').click();
    expect(await faults(page)).toEqual([]);
    await button('Review your answers').click();

    expect(await faults(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBe(0);
  });
}
