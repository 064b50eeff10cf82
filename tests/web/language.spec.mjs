import { faults } from './axe.mjs';
import { expect, test } from './fixtures.mjs';
import { setLanguage } from './settings.mjs';
import { places } from './pages.mjs';
import { openSandbox } from './sandbox/sandbox-page.mjs';
import { changeViewport } from './viewport.mjs';

/** Someone else's page, in a language of its own. */
const pageIn = (language, script) => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8" /><title>Kurs</title>${script}</head>
<body><mh-sandbox tokens="The cat sat" heads="2"></mh-sandbox><mh-quick-check></mh-quick-check></body>
</html>`;
const asModule = '<script type="module" src="manyheads/elements-define.js"></script>';
const asScript = '<script src="manyheads/manyheads.iife.js"></script>';

/** Chooses a language as a reader does. */
async function choose(page, language) {
  const settings = page.locator('details.menu.scripted');
  await settings.locator('summary').click();
  await settings.getByRole('radio', { name: language }).check();
  await settings.locator('summary').click();
}

/** Opens a page of the site as one finds it who has chosen German before. */
async function openInGerman(page, address) {
  await setLanguage(page, 'de');
  await page.goto(address);
  await expect(page.getByText('Einstellungen', { exact: true })).toBeVisible();
}

/** What the elements of a page say in German. */
const germanTexts = (page) =>
  page.evaluate(() => {
    const rootsIn = (root) =>
      [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
        shadowRoot ? [shadowRoot, ...rootsIn(shadowRoot)] : [],
      );
    return rootsIn(document)
      .flatMap((root) => [...root.querySelectorAll('[lang=de]')])
      .map((part) => {
        const german = part.cloneNode(true);
        for (const other of german.querySelectorAll('[lang=en]')) other.remove();
        return german.textContent;
      })
      .join('\n');
  });

test('on a German page the elements are German and have lang="de"', async ({ page, host }) => {
  await page.goto(host.write('german.html', pageIn('de-AT', asModule)).served);

  await expect(page.getByText('Wohin schaut jeder Kopf?')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Prüfen' })).toBeVisible();
  await expect(page.locator('mh-sandbox > .box')).toHaveAttribute('lang', 'de');
  await expect(page.locator('mh-quick-check h2')).toHaveAttribute('lang', 'en');
});

for (const language of ['en', 'tlh', '']) {
  test(`lang="${language}" is English, and loads no German`, async ({ page, host, requests }) => {
    await page.goto(host.write('other.html', pageIn(language, asModule)).served);

    await expect(page.getByText('Where does each head look?')).toBeVisible();
    await expect(page.locator('mh-sandbox > .box')).toHaveAttribute('lang', 'en');
    expect(requests.filter((address) => address.includes('german.js'))).toEqual([]);
  });
}

test('the plain script is German from the disk too', async ({ page, host, requests }) => {
  const { file } = host.write('german-disk.html', pageIn('de', asScript));
  await page.goto(file);

  await expect(page.getByText('Wohin schaut jeder Kopf?')).toBeVisible();
  expect(requests).toEqual([file, new URL('manyheads/manyheads.iife.js', file).href]);
});

test('if German cannot be loaded the elements stay English', async ({ page, host, complaints }) => {
  await page.route('**/*german.js', (route) => route.abort());
  await page.goto(host.write('cut-off.html', pageIn('de', asModule)).served);

  await expect(page.getByText('Where does each head look?')).toBeVisible();
  expect(complaints.splice(0).join()).toContain('ERR_FAILED');
});

test('another language keeps the state, the numbers and the verdict', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site, { query: '3' });
  await sandbox.guess('0').check();
  await sandbox.button('Make them the same').click();
  await expect(sandbox.prediction).toContainText('As you predicted.');
  await sandbox.button('Show as table').click();
  const read = () => page.locator('#main-sandbox').evaluate(({ state }) => state);
  const state = await read();
  const numbers = (await sandbox.caption.textContent()).match(/\d[\d.]*/gu);

  await choose(page, 'Deutsch');

  await expect(sandbox.prediction).toContainText('Wie du vorhergesagt hast. Abstand der Köpfe');
  await expect(
    page.getByRole('region', { name: 'Das Gewicht jedes Keys für die Query „on“' }),
  ).toBeVisible();
  await expect(sandbox.caption).toContainText('Zwei Köpfe unterscheiden sich');
  expect((await sandbox.caption.textContent()).match(/\d[\d.]*/gu)).toEqual(numbers);
  expect(await read()).toEqual(state);

  await choose(page, 'English');
  await expect(sandbox.prediction).toContainText('As you predicted.');
});

test('what is not translated is marked as English', async ({ page, host }) => {
  const elements = ['mh-quiz-set', 'mh-interview', 'mh-bug-museum'];
  const body = elements.map((each) => `<${each}></${each}>`).join('');
  const { served } = host.write('untranslated.html', pageIn('de', asModule) + body);
  await page.goto(served);
  const [quizzes, interview, museum] = elements.map((each) => page.locator(each));
  const english = (part) => part.locator('[lang=en]');
  for (const each of [quizzes, interview, museum]) await each.scrollIntoViewIfNeeded();

  await expect(quizzes.locator('h2#question')).toHaveAttribute('lang', 'en');
  await expect(english(quizzes.locator('.list button').first())).not.toBeEmpty();
  await expect(english(interview.locator('h3').first())).not.toBeEmpty();
  await expect(english(museum.locator('.test label').first())).not.toBeEmpty();
  await expect(english(museum.locator('.names label').first())).not.toBeEmpty();
});

test('error messages change with the language', async ({ page, site }) => {
  await page.goto(`${site}#steps?d-model=7`);
  const steps = page.locator('#main-steps');
  const sentence = steps.getByRole('textbox');
  await expect(steps.getByRole('alert')).toContainText('cannot be split');
  await sentence.fill('one two three four five six seven eight nine');
  await sentence.press('Enter');
  await expect(steps.getByRole('alert').first()).toContainText('These are 9');

  await choose(page, 'Deutsch');

  await expect(steps.getByRole('alert')).toHaveText([/^Das sind 9/u, /lassen sich nicht/u]);
  await expect(sentence).toHaveValue('one two three four five six seven eight nine');
});

test('a training bench that has run keeps its runs in another language', async ({ page, site }) => {
  await page.goto(`${site}#training?steps=20&pace=all&heads=2&b-heads=1`);
  const bench = page.locator('#main-training');
  await bench.getByRole('radio', { name: 'neither' }).check();
  await bench.getByRole('button', { name: 'Run both' }).click();
  await expect(bench.locator('mh-predict').first()).toContainText('As you predicted.');

  await choose(page, 'Deutsch');

  await expect(bench.locator('mh-predict').first()).toContainText(
    'Wie du vorhergesagt hast. Lauf A',
  );
  await expect(bench.getByText('Schritt 20 von 20', { exact: true })).toBeVisible();
});

test('the chosen language stays after a reload, around the figures too', async ({ page, site }) => {
  await page.goto(`${site}#checks`);
  await choose(page, 'Deutsch');
  await page.reload();

  const contents = page.getByText('Inhalt', { exact: true });
  await expect(contents).toHaveAttribute('lang', 'de');
  await expect(page.locator('#place')).toHaveText(/^\d+ von \d+$/u);
  await expect(page.getByRole('main')).toHaveAttribute('lang', 'en');
  await page.locator('#split-shape').scrollIntoViewIfNeeded();
  await expect(page.locator('#split-shape')).toContainText('Code zeigen');
});

test('what another tab has stored does not change the figures of this one', async ({
  page,
  site,
}) => {
  await page.goto(`${site}#checks`);
  await expect(page.locator('mh-quick-check').first().getByRole('button').first()).toBeVisible();
  await page.evaluate(() =>
    localStorage.setItem('manyheads:settings', JSON.stringify({ language: 'de', theme: 'dark' })),
  );
  await page.evaluate(() => (location.hash = '#softmax'));
  const figure = page.locator('#main-softmax');
  await expect(figure.getByRole('heading').first()).toBeVisible();

  await expect(figure.locator('.box').first()).toHaveAttribute('lang', 'en');
  await expect(figure).not.toHaveAttribute('theme', 'dark');
});

test('the single file is German from the disk too', async ({ page, singleFile }) => {
  await page.goto(`${singleFile}#checks`);
  await choose(page, 'Deutsch');

  await expect(page.locator('#head-width')).toContainText('Kurze Frage');
  await expect(page.getByText('Einstellungen', { exact: true })).toBeVisible();
});

test('a frame has the language in its address', async ({ page, site }) => {
  await page.goto(`${site}embed.html?element=mh-quick-check&lang=de`);

  await expect(page.locator('mh-quick-check')).toContainText('Kurze Frage');
});

test('the theme reaches every element of the pages', async ({ page, site }) => {
  await page.goto(`${site}#checks`);
  await page.getByText('Settings', { exact: true }).click();
  await page.getByRole('radio', { name: 'Dark' }).check();

  // An element inside another has its host's colours.
  const themes = await page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter(({ localName }) => localName.startsWith('mh-'))
      .map((element) => element.getAttribute('theme')),
  );
  expect(themes.length).toBeGreaterThan(4);
  expect(new Set(themes)).toEqual(new Set(['dark']));
});

test('on a phone the header of a lab has one line in German too', async ({ page, site }) => {
  await changeViewport(page, { width: 360, height: 800 });
  await openInGerman(page, `${site}#quizzes`);
  await expect(page.locator('#place')).toHaveText(/^Labor \d\d\/\d\d$/u);
  const middles = await page
    .locator('header')
    .first()
    .locator('#place, summary:visible')
    .evaluateAll((parts) =>
      parts.map((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return Math.round((top + bottom) / 2);
      }),
    );
  expect(middles.length).toBeGreaterThan(2);
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
});

test('German words fit beside, above and into what they belong to', async ({ page, site }) => {
  await changeViewport(page, { width: 1280, height: 900 });
  await openInGerman(page, `${site}#pipeline`);
  const note = page.locator('#main-pipeline text', { hasText: 'Kopf-Achse' }).first();
  await expect(note).toBeVisible();
  expect((await note.boundingBox()).width).toBeLessThan(140); // what layout.ts leaves for notes

  await page.goto(`${site}#masks`);
  const table = page.locator('#main-masks .row-panel .wide');
  await expect(table).toContainText('nachher');
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);

  await page.goto(`${site}#identities`);
  const title = page.locator('#main-identities .titles .difference');
  await expect(title).toHaveText('größter Unterschied');
  const widest = await title.evaluate((box) => {
    const range = document.createRange();
    const text = box.ownerDocument.createTreeWalker(box, NodeFilter.SHOW_TEXT).nextNode();
    range.selectNodeContents(text);
    return range.getClientRects().length;
  });
  expect(widest).toBe(2);
});

test.describe('on a dark phone first, then in a light window', () => {
  const [phone, window] = [
    { colorScheme: 'dark', width: 360, height: 800 },
    { colorScheme: 'light', width: 1280, height: 800 },
  ];
  test.use({
    colorScheme: phone.colorScheme,
    viewport: { width: phone.width, height: phone.height },
  });

  for (const place of places) {
    test(`in German nothing overflows on ${place}, and axe finds nothing`, async ({
      page,
      site,
    }) => {
      test.slow(); // axe reads the page twice
      await openInGerman(page, `${site}#${place}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (place === 'sandbox') {
        await expect(page.getByText('Wohin schaut jeder Kopf?').first()).toBeVisible();
      }
      for (const kind of [phone, window]) {
        const name = `${kind.colorScheme}, ${kind.width} px wide`;
        await test.step(name, async () => {
          if (kind !== phone) await changeViewport(page, kind);
          await expect(page.getByText('wird geladen')).toHaveCount(0);
          const scrollWidth = await page.evaluate(() => document.scrollingElement.scrollWidth);
          expect.soft(scrollWidth, name).toBe(kind.width);
          // An element that waits for nothing is drawn before its German words are there.
          await expect.poll(() => germanTexts(page), name).not.toMatch(/\d,\d{3}(?!\d)/u);
          expect.soft(await faults(page), name).toEqual([]);
        });
      }
    });
  }
});
