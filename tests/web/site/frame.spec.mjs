import { expect, test } from '../fixtures.mjs';
import { expectMapsOf, sandboxIn } from '../sandbox/sandbox-page.mjs';

/** A course page of another origin that shows embed.html and keeps the messages of the frame. */
async function openFramed(page, site, host, query) {
  const { served } = host.write(
    'course.html',
    `<!doctype html><html lang="en"><title>A course</title><body>
    <iframe src="${site}embed.html?${query}" title="Attention sandbox" width="1000" height="900"
    ></iframe></body></html>`,
  );
  await page.addInitScript(() => {
    window.received = [];
    addEventListener('message', ({ data, origin }) => window.received.push({ data, origin }));
  });
  await page.goto(served);
  const frame = page.frameLocator('[title="Attention sandbox"]');
  return {
    frame,
    sandbox: sandboxIn(frame),
    post: (message) =>
      page.evaluate((message) => {
        document.querySelector('iframe').contentWindow.postMessage(message, '*');
      }, message),
    messages: (type) =>
      page.evaluate((type) => window.received.filter(({ data }) => data.type === type), type),
  };
}

test('a frame shows what its address asks for', async ({ page, site, host }) => {
  const query = 'element=mh-sandbox&tokens=The+cat+sat&heads=2&seed=5';
  const { frame } = await openFramed(page, site, host, query);

  await expectMapsOf(frame, { tokens: ['The', 'cat', 'sat'], heads: 2, seed: 5 });
});

for (const [element, words] of [
  ['mh-quick-check&seed=1', 'd model is 40 and there are 8 heads'],
  ['mh-quiz&quiz=gqa-cache&seed=1', 'A model has 32 layers'],
  ['mh-shape-check&level=1', 'Shape check, level 1'],
  ['mh-pattern-check&task=merge-heads', 'Put the heads side by side again'],
]) {
  test(`a frame can show ${element}`, async ({ page, site, host }) => {
    const { frame } = await openFramed(page, site, host, `element=${element}`);

    await expect(frame.getByText(words)).toBeVisible();
  });
}

test('a frame sends its height, in its own message and in LTI’s', async ({ page, site, host }) => {
  const { frame, messages } = await openFramed(page, site, host, 'tokens=The+cat+sat&heads=2');
  await expect(frame.locator('.caption')).toBeVisible();
  const height = await frame
    .locator('html')
    .evaluate((root) => root.getBoundingClientRect().height);

  await expect
    .poll(async () => (await messages('mh-height')).at(-1)?.data)
    .toEqual({ type: 'mh-height', version: 1, height: Math.ceil(height) });
  const lti = await page.evaluate(() =>
    window.received.filter(({ data }) => data.subject === 'lti.frameResize'),
  );
  expect(lti.at(-1).data.height).toBe(Math.ceil(height));
});

test('a host that starts late asks for the height', async ({ page, site, host }) => {
  const { frame, post, messages } = await openFramed(page, site, host, 'heads=2');
  await expect(frame.locator('.caption')).toBeVisible();
  const height = () =>
    frame.locator('html').evaluate((root) => Math.ceil(root.getBoundingClientRect().height));
  const difference = async () =>
    (await messages('mh-height')).at(-1)?.data.height - (await height());
  await expect.poll(difference).toBe(0);
  await page.evaluate(() => window.received.splice(0));

  for (const message of [
    { type: 'mh-get-height', version: 2 },
    { type: 'mh-height', version: 1 },
  ])
    await post(message);
  await post({ type: 'mh-get-height', version: 1 });

  await expect
    .poll(async () => (await messages('mh-height')).map(({ data }) => data))
    .toEqual([{ type: 'mh-height', version: 1, height: await height() }]);
});

test('in German, the whole page of a frame is', async ({ page, site, host }) => {
  const { frame } = await openFramed(page, site, host, 'element=mh-softmax&lang=de');
  await expect(frame.locator('mh-softmax').getByRole('heading')).toBeVisible();

  await expect(frame.locator('html')).toHaveAttribute('lang', 'de');
  await expect(frame.locator('h1')).toHaveText('Eine Abbildung');
  expect(await page.frames()[1].title()).toBe('manyheads: eine Abbildung');
});

test('a figure that cannot be loaded says so, in the frame’s language', async ({
  page,
  site,
  host,
  complaints,
}) => {
  await page.route(/\/assets\/softmax-/u, (route) => route.abort());
  const { frame } = await openFramed(page, site, host, 'element=mh-softmax&lang=de');

  await expect(frame.locator('#frame')).toHaveText('Diese Abbildung ließ sich nicht laden.');
  expect(complaints.splice(0).join()).toContain('softmax');
});

for (const [element, src] of [
  ['mh-quiz', 'https://example.org/quiz.json'],
  ['mh-quick-check', '//localhost:1/quiz.json'],
  ['mh-quiz-set', 'data:application/json,[]'],
]) {
  test(`a link to a frame cannot name quizzes of ${src}`, async ({ page, site, requests }) => {
    await page.goto(`${site}embed.html?element=${element}&src=${encodeURIComponent(src)}`);

    const notice = page.getByRole('alert');
    await expect(notice).toContainText(src);
    await expect(notice).toContainText('put it next to embed.html');
    await expect(page.locator(element)).toHaveCount(0);
    expect(requests.filter((address) => !address.startsWith(site))).toEqual([]);
  });
}

test('a frame shows quizzes of its own host', async ({ page, host }) => {
  const question = { id: 'own', type: 'short-answer', question: 'Which letter?' };
  const mistakes = [{ words: ['K'], feedback: 'K is for keys.' }];
  const quiz = { ...question, answer: { words: ['Q'] }, mistakes, explanation: 'It is Q.' };
  host.write('own-quiz.json', JSON.stringify(quiz));
  await page.goto(`${host.address}site/embed.html?element=mh-quiz&src=../own-quiz.json`);

  await expect(page.locator('mh-quiz')).toContainText('Which letter?');
});

test('the height follows the content', async ({ page, site, host }) => {
  const { frame, sandbox, messages } = await openFramed(page, site, host, 'heads=2');
  await expect(frame.locator('.caption')).toBeVisible();
  const height = async () => (await messages('mh-height')).at(-1)?.data.height ?? 0;
  await expect.poll(height).toBeGreaterThan(500);
  const before = await height();

  await sandbox.button('Show as table').click();

  await expect.poll(height).toBeGreaterThan(before + 100);
});

test('a frame passes the events on', async ({ page, site, host }) => {
  const { sandbox, messages } = await openFramed(page, site, host, 'heads=2');
  await sandbox.guess('0').check();
  await sandbox.button('Make them the same').click();

  await expect.poll(() => messages('mh-answer')).toHaveLength(1);
  const [{ data, origin }] = await messages('mh-answer');
  expect(data).toMatchObject({ version: 1, element: 'mh-sandbox', correct: true });
  expect(`${origin}/`).toBe(site);
  expect(await messages('mh-ready')).toHaveLength(1);
  expect((await messages('mh-state')).at(-1).data.state.tie).toBe(true);
});

test('the host can set the state, and it is checked', async ({ page, site, host }) => {
  const { frame, post } = await openFramed(page, site, host, 'heads=2');
  await expect(frame.locator('.caption')).toBeVisible();
  const state = { tokens: ['<img', 'src=x', 'cat'], heads: 'none' };
  await post({ type: 'mh-set-state', version: 1, state });

  await expectMapsOf(frame, { tokens: ['<img', 'src=x', 'cat'], heads: 2 });
});

test('invalid messages are ignored', async ({ page, site, host }) => {
  const { frame, post } = await openFramed(page, site, host, 'heads=2');
  await expect(frame.locator('.caption')).toBeVisible();
  const ofLater = { type: 'mh-set-state', version: 2, state: { tokens: ['taken', 'over'] } };
  const invalid = [null, 7, 'mh-set-state', [], { type: 'mh-set-state' }, { state: 1 }, ofLater];
  for (const message of invalid) await post(message);

  await expectMapsOf(frame, { heads: 2 });
});

test('a message from another frame is ignored', async ({ page, site, host }) => {
  const { frame } = await openFramed(page, site, host, 'heads=2');
  await expect(frame.locator('.caption')).toBeVisible();
  await page.evaluate(() => {
    const other = document.body.appendChild(document.createElement('iframe'));
    const message = { type: 'mh-set-state', state: { tokens: ['taken', 'over'] } };
    other.contentWindow.eval(`parent[0].postMessage(${JSON.stringify(message)}, '*')`);
  });

  await expectMapsOf(frame, { heads: 2 });
});

for (const query of [
  'element=script&src=evil.js',
  'element=iframe&onload=alert(1)',
  'element=__proto__&innerHTML=<img src=x onerror=alert(1)>',
]) {
  test(`the address ?${query} gives the sandbox and nothing else`, async ({ page, site }) => {
    await page.goto(`${site}embed.html?${query}`);

    await expectMapsOf(page, { weights: 'trained' });
    const frame = page.locator('#frame');
    expect(await frame.evaluate(({ children }) => [...children].map((c) => c.localName))).toEqual([
      'mh-sandbox',
    ]);
    const attributes = frame.locator('mh-sandbox').evaluate((e) => e.getAttributeNames());
    expect(await attributes).toEqual([]);
  });
}
