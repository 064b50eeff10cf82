import { expect, test } from '../fixtures.mjs';

const markup = '<math alttext="x"><img src="x" onerror="document.title = 1"></math>';
const other = '<math alttext="y"><img src="y" onerror="document.title = 2"></math>';
const quizzes = [
  {
    id: 'gqa-cache',
    type: 'short-answer',
    question: 'What is <b>masked</b>?',
    answer: { words: ['math alttext="x"><img src="x" onerror="document.title = 1"></math>'] },
    mistakes: [{ words: ['query'], feedback: `No: ${other}` }],
    explanation: '<{answer}',
  },
  {
    id: 'second',
    type: 'numeric',
    question: 'And {T}?',
    numbers: [{ T: 4 }],
    answer: 'T',
    mistakes: [{ value: 'T + 1', feedback: 'One less.' }],
    explanation: 'It is {T}.',
  },
];

/** A teacher's page with these elements, and their files by name. */
async function openPage(page, host, body, files) {
  for (const [name, content] of Object.entries(files)) {
    await page.route(`**/${name}`, (route) => {
      const made = content();
      return route.fulfill(typeof made === 'string' ? { body: made } : { json: made });
    });
  }
  const { served } = host.write(
    'own.html',
    `<!doctype html><meta charset="utf-8"><title>Course</title>
    <script type="module" src="manyheads/elements-define.js"></script>${body}`,
  );
  await page.goto(served);
}

test('questions from a file are shown as text, with their own progress', async ({ page, host }) => {
  await openPage(page, host, '<mh-quiz-set src="quiz.json"></mh-quiz-set>', {
    'quiz.json': () => quizzes,
  });
  const set = page.locator('mh-quiz-set');
  await expect(set.getByRole('heading', { name: 'What is <b>masked</b>?' })).toBeVisible();
  await set.getByRole('textbox').fill('query');
  await set.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(set.locator('.verdict')).toContainText(other);
  await set.getByRole('textbox').fill('key');
  await set.getByRole('button', { name: 'Check', exact: true }).click();

  await expect(set.locator('.solution')).toContainText(markup);
  await expect(set.locator('img, math')).toHaveCount(0);
  await expect(page).toHaveTitle('Course');
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept).toEqual([`manyheads:quizzes:${new URL('quiz.json', page.url()).href}`]);
});

test('another file has its own answers, also to a question of the same id', async ({
  page,
  host,
}) => {
  const other = [{ ...quizzes[1], question: 'And twice {T}?', answer: '2 * T' }];
  await openPage(page, host, '<mh-quiz-set src="a.json"></mh-quiz-set>', {
    'a.json': () => [quizzes[1]],
    'b.json': () => other,
  });
  const set = page.locator('mh-quiz-set');
  await set.getByRole('textbox').fill('4');
  await set.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(set.locator('.verdict')).toBeVisible();

  await set.evaluate((element) => element.setAttribute('src', 'b.json'));
  await expect(set.getByRole('heading', { name: 'And twice 4?' })).toBeVisible();
  await expect(set.locator('.verdict')).toHaveCount(0);
  await set.getByRole('textbox').fill('8');
  await set.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(set.locator('.verdict')).toBeVisible();

  const tries = await page.evaluate(() =>
    ['a.json', 'b.json'].map((name) => {
      const place = `manyheads:quizzes:${new URL(name, location.href).href}`;
      return JSON.parse(localStorage.getItem(place)).tries.second.answers;
    }),
  );
  expect(tries).toEqual([['4'], ['8']]);
});

test('a wrong file is refused with its problems, and can be corrected', async ({ page, host }) => {
  let file = [
    { ...quizzes[1], unit: 'apples' },
    { ...quizzes[0], explanation: '{' + 'T}' },
  ];
  await openPage(page, host, '<mh-quiz src="quiz.json" quiz="second"></mh-quiz>', {
    'quiz.json': () => file,
    'other.json': () => [{ ...quizzes[1], question: 'Another {T}?' }],
  });
  const quiz = page.locator('mh-quiz');
  const alert = quiz.getByRole('alert');
  await expect(alert).toContainText('The quiz file cannot be used.');
  await expect(alert).toContainText("quiz.json /0/unit 'apples' is none of B, kB");
  await expect(alert).toContainText('quiz.json /1/explanation ');

  file = quizzes;
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(quiz.getByRole('heading', { name: 'And 4?' })).toBeVisible();

  await quiz.evaluate((element) => element.setAttribute('src', 'other.json'));
  await expect(quiz.getByRole('heading', { name: 'Another 4?' })).toBeVisible();
});

const markdown = `---
id: verdeckt
type: multiple-choice
lang: de
---
Was verdeckt eine <b>kausale</b> Maske?

- [x] Spätere Schlüssel.
  > Genau.
- [ ] Frühere Schlüssel.
  > Die darf sie lesen.

> So ist es.
`;

test('a Markdown file is read, and its language is marked', async ({ page, host }) => {
  await openPage(
    page,
    host,
    '<mh-quiz src="quiz.md?v=2"></mh-quiz><mh-quiz src="b.md"></mh-quiz>',
    {
      'quiz.md?v=2': () => markdown,
      'b.md': () => markdown.replace('lang', 'long'),
    },
  );
  const [quiz, other] = [page.locator('mh-quiz').first(), page.locator('mh-quiz').last()];
  const heading = quiz.getByRole('heading', { name: 'Was verdeckt eine <b>kausale</b> Maske?' });

  await expect(heading).toHaveAttribute('lang', 'de'); // it has a label, too
  await expect(heading.locator('[lang=de]')).toHaveCount(1);
  await expect(quiz.locator('label [lang=de]')).toHaveCount(2);
  await expect(other.getByRole('alert')).toContainText('b.md line 4 /0/long is not a known field');
});

test('questions in the page itself need no server, and may be indented', async ({ page, host }) => {
  const indented = markdown.replace(/^(?=.)/gmu, '      ');
  const scripts = `<script type="application/json" id="own">${JSON.stringify([quizzes[1]])}</script>
    <script type="text/markdown" id="mine">\n${indented}\n    </script><p id="text">${markdown}</p>`;
  const sources = ['#own', '#mine', '#text'].map((src) => `<mh-quiz src="${src}"></mh-quiz>`);
  const { file } = host.write(
    'in-page.html',
    `<!doctype html><meta charset="utf-8"><title>Course</title><b id="own">Masks</b>${scripts}${sources.join('')}
    <script src="manyheads/manyheads.iife.js"></script>`,
  );
  await page.goto(file);

  const named = (name) => page.getByRole('heading', { name });
  await expect(named('And 4?')).toBeVisible();
  await expect(named('Was verdeckt')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('there is no <script');
});

test('a file that is too large is not read in full', async ({ page, host }) => {
  await openPage(page, host, '<mh-quiz src="quiz.json"></mh-quiz>', {
    'quiz.json': () => ['x'.repeat(2 ** 19)],
  });

  await expect(page.getByRole('alert')).toContainText('quiz.json is larger than 256 KiB');
});
