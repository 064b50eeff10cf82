import { expect, test } from '../fixtures.mjs';

/** The HTML that an element's "Embed this" copies, by the name of its button. */
async function copiedFrom(element) {
  const page = element.page();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await element.getByRole('button', { name: 'Embed this' }).click();
  const copied = {};
  const buttons = element.getByRole('button', { name: /^Copy (iframe|element|link as|script)/u });
  await expect(buttons).toHaveCount(4);
  for (const name of await buttons.allTextContents()) {
    await element.getByRole('button', { name: name.trim(), exact: true }).click();
    await expect(element.getByText('HTML copied.')).toBeVisible();
    copied[name.trim()] = await page.evaluate(() => navigator.clipboard.readText());
  }
  return copied;
}

test('a figure is copied as a frame that shows its state and has its height', async ({
  page,
  site,
  host,
}) => {
  await page.goto(`${site}#softmax?scores=1,2,3`);
  const figure = page.locator('#main-softmax');
  const {
    'Copy iframe': frame,
    'Copy element': markup,
    'Copy link as HTML': link,
    'Copy script for iframe height': script,
  } = await copiedFrom(figure);
  const state = await figure.evaluate((element) => element.state);
  expect(link).toContain(`<a href="${site}#softmax`);
  expect(markup).toContain('<mh-softmax ');

  const { served } = host.write(
    'course.html',
    `<!doctype html><meta charset="utf-8"><title>Course</title>${script}
    ${frame.replace('embed.html?', 'embed.html?max-width=400&amp;').replace(/height="\d+"/u, 'height="1"')}`,
  );
  await page.goto(served);
  const shown = page.frameLocator('iframe').locator('mh-softmax');
  await expect(shown.getByRole('heading')).toBeVisible();

  expect(await shown.evaluate((element) => element.state)).toEqual(state);
  expect(await shown.evaluate((element) => element.getBoundingClientRect().width)).toBe(400);
  const height = () =>
    page.locator('iframe').evaluate((each) => each.getBoundingClientRect().height);
  await expect.poll(height).toBeGreaterThan(400);
});

/** Elements that are not figures: page, id, and a text of each. */
const others = [
  ['quizzes', 'quiz-set', /of \d+ answered/u],
  ['shapes', 'shape-3', 'Shape check, level 3'],
  ['shapes', 'pattern-merge', 'Put the heads side by side again'],
  ['cells', 'cell-causal', 'Exercise, in Python'],
  ['museum', 'main-museum', 'All shapes are valid'],
  ['interview', 'main-interview', 'What would you answer?'],
  ['speed', 'main-speed', 'How much of one thread'],
  ['check-several-heads', 'check-several-heads', 'Check'],
  ['checks', 'head-width', 'Quick check'],
];

for (const [place, id, text] of others) {
  test(`${id} is copied as a frame, an element and a link`, async ({ page, site, host }) => {
    await page.goto(`${site}#${place}`);
    const element = page.locator(`#${id}`);
    const copied = await copiedFrom(element);
    const shown = await element.evaluate(({ localName, shadowRoot }) => ({
      tag: localName,
      heading: shadowRoot.querySelector('h2')?.textContent.trim(),
    }));
    const [, frame] = /src="([^"]*)"/u.exec(copied['Copy iframe']);
    const [, link] = /^<a href="([^"]*)">[^<]+<\/a>$/u.exec(copied['Copy link as HTML']);

    const { served } = host.write(
      'course.html',
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Course</title>
      ${copied['Copy iframe']} ${copied['Copy element']}`,
    );
    await page.goto(served);
    for (const within of [page.frameLocator('iframe[title]:visible'), page]) {
      const there = within.locator(shown.tag);
      await there.scrollIntoViewIfNeeded();
      await expect(there).toContainText(text);
      const heading = there.getByRole('heading', { level: 2 }).first();
      if (shown.heading) await expect(heading).toHaveText(shown.heading);
      await expect(there.getByRole('button', { name: 'Embed this' })).toHaveCount(0);
    }
    expect(frame).toContain(`${site}embed.html?element=${shown.tag}`);
    expect(link).toBe(`${site}#${place}`);
    await page.goto(link);
    await expect(element).toContainText(text);
  });
}

test('a question is copied as it was drawn, without the answers', async ({ page, site, host }) => {
  await page.goto(`${site}#shapes`);
  const check = page.locator('#shape-4');
  for (const answer of ['[1]', '[2]']) {
    await check.getByRole('textbox').fill(answer);
    await check.getByRole('textbox').press('Enter');
  }
  await check.getByRole('button', { name: 'Try another' }).click();
  await check.getByRole('textbox').fill('[3]');
  await check.getByRole('textbox').press('Enter');
  const copied = await copiedFrom(check);
  const { seed, level } = await check.evaluate(({ state }) => state);

  expect(copied['Copy element']).toContain('<mh-shape-check seed="1" level="4"></mh-shape-check>');
  const wanted = { seed: 1, answers: [], shown: false, level: 4, stage: '' };
  expect([seed, level]).toEqual([1, 4]);
  await page.goto(host.write('course.html', copied['Copy iframe']).served);
  const framed = page.frameLocator('iframe').locator('mh-shape-check');
  await expect(framed.getByRole('textbox')).toBeVisible();
  expect(await framed.evaluate(({ state }) => state)).toEqual(wanted);
  const [, link] = /href="([^"]*)"/u.exec(copied['Copy link as HTML']);
  await page.goto(link);
  await expect(check.getByRole('textbox')).toBeVisible();
  expect(await check.evaluate(({ state }) => state)).toEqual(wanted);
});

test('a cell that needs another one is not copied alone', async ({ page, site }) => {
  await page.goto(`${site}#cells`);
  await expect(page.locator('#cell-define').getByText('Embed this')).toBeVisible();
  await expect(
    page.locator('#cell-forward').getByRole('button', { name: 'Run all' }),
  ).toBeVisible();

  await expect(page.locator('#cell-forward').getByText('Embed this')).toHaveCount(0);
});

test('in German, with the words and the language', async ({ page, site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    localStorage.setItem('manyheads:settings', JSON.stringify({ language: 'de' }));
  });
  await page.goto(`${site}#museum`);
  await page.getByRole('button', { name: 'Einbetten' }).click();
  await page.getByRole('button', { name: 'Iframe kopieren' }).click();
  await expect(page.getByText('HTML kopiert.')).toBeVisible();

  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /embed\.html\?element=mh-bug-museum&amp;lang=de" title="Alle Shapes/u,
  );
});
