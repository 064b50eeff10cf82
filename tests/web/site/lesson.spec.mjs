/** The lesson: chapters on long pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { repository } from '../../../emscripten/commands/run.mjs';
import { expect, test } from '../fixtures.mjs';
import { setLanguage } from '../settings.mjs';
import { holdRequests } from '../hold-requests.mjs';
import { chapters, headings, labs, partOf, parts, plain } from '../pages.mjs';
import { expectShiftsBelow, observeShifts } from './layout-shifts.mjs';
import { expectReadyInView, scrollThrough, scrollUntilReady } from './scroll-through.mjs';

const [first, second, third] = chapters;
const pathOf = (address) => new URL(address).hash;

test('the site opens with the title, the question and a working figure', async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(site);

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(parts[0].title);
  await expect(page.getByRole('heading', { name: first.question })).toBeInViewport();
  await expect(page.getByText('TL;DR')).toBeInViewport();
  const figure = page.locator('#chapter-heads');
  await expect(figure.getByRole('button').first()).toBeInViewport();
  await expect(figure).toContainText('Figure 1');
  await expect(page.locator('#place')).toHaveText(`1 of ${chapters.length}`);
});

test('on a phone, the summary comes after the second paragraph', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(site);
  const { top, order } = await page.locator('.opening').evaluate((chapter) => {
    const top = (each) => each.getBoundingClientRect().top;
    const [first, second] = chapter.querySelectorAll('.prose > p');
    const figure = chapter.querySelector('mh-heads');
    const later = chapter.querySelector('h3');
    const order = [first, figure, second, chapter.querySelector('.tldr'), later].map(top);
    return { top: order.toSorted((a, b) => a - b), order };
  });

  expect(order).toEqual(top);
});

test('on a phone, each step of a derivation has its words below its formula', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${site}#square-root`);
  const derivation = page.locator('#square-root .derivation').first();
  await derivation.locator('summary').click();

  const steps = await derivation.locator('li').all();
  expect(steps.length).toBeGreaterThan(3);
  for (const step of steps) {
    // Measured at one moment: the page may move between two calls.
    const { formulaEnd, wordsStart, wordsWidth } = await step.evaluate((item) => {
      const words = item.querySelector(':scope > span').getBoundingClientRect();
      return {
        formulaEnd: item.querySelector(':scope > div').getBoundingClientRect().bottom,
        wordsStart: words.top,
        wordsWidth: words.width,
      };
    });
    expect(wordsStart).toBeGreaterThanOrEqual(formulaEnd);
    expect(wordsWidth).toBeGreaterThan(200);
  }
});

test('Next leads through all chapters and on to the labs, Back to the one before', async ({
  page,
  site,
}) => {
  test.slow(); // every chapter is opened
  await page.goto(site);
  for (const [i, { id, title }] of chapters.entries()) {
    const onward = page.locator(`#${id} .onward`);
    const next = chapters[i + 1];
    if (i > 0) {
      const back = onward.getByRole('link', { name: 'Back to' });
      await expect(back).toHaveAttribute('href', `#${chapters[i - 1].id}`);
      await expect(page.locator(`#${id}-title`)).toHaveText(
        new RegExp(`^${i + 1}\\s+${plain(title).slice(0, 3)}`, 'u'),
      );
    }
    if (!next) break;
    await expect(onward).toContainText(plain(next.question).slice(0, 10));
    await onward.scrollIntoViewIfNeeded();
    await expectReadyInView(page);
    await onward.getByRole('link', { name: `Next: ${next.number},` }).click();
    await expect(page.locator(`#${partOf[next.id]}`)).toBeVisible();
    await expect(page.locator(`#${next.id}-title`)).toBeInViewport();
    await expect(page.locator('#place')).toHaveText(`${next.number} of ${chapters.length}`);
  }
  await page
    .locator(`#${chapters.at(-1).id} .onward`)
    .getByRole('link', { name: 'Labs' })
    .click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(headings.labs);
});

test('a section stays where a link led to, while a figure above it comes and grows', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const comes = await holdRequests(page, '**/*.wasm');
  await page.goto(site);
  await page.evaluate(() => {
    const root = document.documentElement;
    root.style.overflowAnchor = 'none'; // as in WebKit
    root.style.fontSize = '26px'; // figures become higher than what the page keeps free for them
    location.hash = '#heads-axis-cut-the-columns';
  });
  const section = page.locator('#heads-axis-cut-the-columns');
  const top = () => section.evaluate((place) => place.getBoundingClientRect().top);
  await expect.poll(async () => Math.round(await top())).toBe(36);
  const held = await top();
  const moved = async () => Math.abs((await top()) - held);
  const height = () => page.locator('#heads-axis').evaluate((chapter) => chapter.offsetHeight);
  const before = await height();

  comes();
  await expectReadyInView(page);
  await expect(page.locator('#chapter-pipeline')).toHaveAttribute('data-ready', '');
  await expect.poll(height).not.toBe(before);
  await expect.poll(moved).toBeLessThanOrEqual(0.5); // pages scroll by whole pixels

  await page.evaluate(() => scrollBy(0, -100));
  await expect.poll(top).toBeGreaterThan(held + 99); // the reader goes on
});

/** Follows a link to a section, and scrolls on before all of the page is there. */
async function scrollOn(page, site) {
  await page.goto(`${site}#heads-axis-cut-the-columns`, { waitUntil: 'domcontentloaded' });
  const section = page.locator('#heads-axis-cut-the-columns');
  await expect(section).toBeInViewport();
  await page.mouse.wheel(0, 1500);
  await expect(section).not.toBeInViewport();
  return section;
}

test('a reader who scrolls on while a file is still coming is not taken back', async ({
  page,
  site,
}) => {
  const comes = await holdRequests(page, '**/late.svg', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="x" />' }),
  );
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => (new Image().src = '/late.svg')),
  );
  const section = await scrollOn(page, site);

  comes();
  await page.waitForLoadState('load');
  await page.evaluate(() => new Promise(requestAnimationFrame));

  await expect(section).not.toBeInViewport();
});

test('a reader who scrolls on before the scripts are there is not taken back', async ({
  page,
  site,
}) => {
  const comes = await holdRequests(page, /\/assets\/index-.*\.js$/u);
  const section = await scrollOn(page, site);

  comes();
  await expectReadyInView(page);

  await expect(section).not.toBeInViewport();
});

test('every lab leads to the next one and back to its chapter', async ({ page, site }) => {
  for (const [i, { id }] of labs.entries()) {
    await page.goto(`${site}#${id}`);
    const onward = page.locator(`#${id} > .onward`);
    await expect(onward.locator('.next')).toHaveAttribute(
      'href',
      `#${(labs[i + 1] ?? labs[0]).id}`,
    );
    await expect(onward.locator('.next')).toBeVisible();
    const back = onward.getByRole('link', { name: 'Back to chapter' });
    for (const href of await back.evaluateAll((all) => all.map((each) => each.hash.slice(1)))) {
      expect(Object.keys(partOf), id).toContain(href);
    }
  }
});

test.describe('the list at the side', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('leads to the sections of the chapter and follows the reader', async ({ page, site }) => {
    await page.goto(`${site}#${second.id}`);
    const rail = page.getByRole('navigation', { name: 'Chapters' });
    await expect(rail.getByRole('link', { name: plain(second.title) })).toHaveAttribute(
      'aria-current',
      'page',
    );

    await rail.getByRole('link', { name: 'Derivation' }).click();

    await expect(page.locator(`#${second.id}-derivation`)).toBeInViewport();
    expect(pathOf(page.url())).toBe(`#${second.id}-derivation`);
    await expect(rail.getByRole('link', { name: 'Derivation' })).toHaveAttribute(
      'aria-current',
      'location',
    );
    await expect(page.getByText('Contents', { exact: true })).toBeHidden();

    await page.locator(`#${third.id}`).evaluate((chapter) => chapter.scrollIntoView());
    await expect(rail.getByRole('link', { name: plain(third.title) })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(page).toHaveTitle(`${plain(third.title)} · manyheads`);
  });

  test('ticks what was read to its end, and knows it after a reload', async ({ page, site }) => {
    await page.goto(`${site}#${second.id}`);
    const rail = page.getByRole('navigation', { name: 'Chapters' });
    await expect(rail).toContainText(`0 of ${chapters.length} read`);

    await page.locator(`#${second.id} .onward`).scrollIntoViewIfNeeded();

    await expect(rail).toContainText(`1 of ${chapters.length} read`);
    await page.reload();
    await expect(rail).toContainText(`1 of ${chapters.length} read`);
    await expect(rail.getByRole('img', { name: 'read' })).toHaveCount(1);
  });

  for (const stored of ['{broken', '7', '{"read":7}', '{"read":[null,"<b>","x",{}]}']) {
    test(`takes ${stored} for progress without harm`, async ({ page, site }) => {
      await page.addInitScript((text) => localStorage.setItem('manyheads:lesson', text), stored);
      await page.goto(site);

      await expect(page.locator('#progress')).toHaveText(`0 of ${chapters.length} read`);
    });
  }
});

test('a figure of a chapter is in the address, and its link leads to its own page', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${site}#query-key`);
  const figure = page.locator('#chapter-softmax');
  await figure.getByRole('button', { name: 'Double every score' }).click();
  await expect.poll(() => page.url()).toContain('#query-key?chapter-softmax=');
  await page.reload();

  await expect(figure.getByRole('spinbutton').first()).toHaveValue('4.0');
  await figure.getByRole('button', { name: 'Copy link' }).click();
  await expect(figure.getByText('Link copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#softmax\?scores=4/u);
});

test('a long drag in a chapter writes the address now and then, and its end always', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    const write = history.replaceState.bind(history);
    window.writes = 0;
    history.replaceState = (...given) => {
      window.writes += 1;
      write(...given);
    };
  });
  await page.goto(`${site}#fewer-keys`);
  const kept = page.locator('#chapter-kv').getByRole('slider').first();
  await kept.scrollIntoViewIfNeeded();
  await expect(kept).toBeVisible();
  const before = await page.evaluate(() => window.writes);

  await kept.evaluate((slider) => {
    for (let i = 0; i < 300; i++) {
      slider.value = String(1 + (i % 4));
      slider.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    }
    slider.value = '3';
    slider.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  });

  await expect.poll(() => decodeURIComponent(page.url())).toContain('"letters":3');
  expect((await page.evaluate(() => window.writes)) - before).toBeLessThanOrEqual(12);
});

test('two quick changes are both in the address at once, for a reload', async ({ page, site }) => {
  await page.goto(`${site}#fewer-keys`);
  const kept = page.locator('#chapter-kv').getByRole('slider').first();
  await kept.scrollIntoViewIfNeeded();
  await expect(kept).toBeVisible();

  const addresses = await kept.evaluate((slider) =>
    ['2', '3'].map((value) => {
      slider.value = value;
      slider.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      return decodeURIComponent(location.href);
    }),
  );

  expect(addresses[0]).toContain('"letters":2');
  expect(addresses[1]).toContain('"letters":3');
});

test('a state waits in the address until its element comes near', async ({ page, site }) => {
  const state = JSON.stringify({ scores: [3, 2] });
  await page.goto(`${site}#several-heads?chapter-softmax=${encodeURIComponent(state)}&x=1`);
  await expect(page.locator('#chapter-heads').getByRole('button').first()).toBeVisible();
  await page.evaluate(() => (location.hash = '#query-key'));

  await expect(page.locator('#chapter-softmax').getByRole('spinbutton')).toHaveCount(2);
});

test('a language chosen for one listing is chosen for all, and code can be copied', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${site}#query-key`);
  const listing = page.locator('#query-key .listings').first();
  await expect(listing.locator('pre:visible')).toHaveCount(2); // a program, and what it prints
  await listing.getByRole('radio', { name: 'JavaScript' }).check();
  await expect(listing.locator('[data-language]:visible')).toContainText('console.log');
  const copy = listing.getByRole('button', { name: 'Copy' });
  const before = await copy.boundingBox();
  const { x, width } = await listing.boundingBox();
  expect(before.x + before.width).toBeCloseTo(x + width, 0);
  await copy.click();
  await expect(listing.getByRole('status')).toHaveText('Copied');
  expect(await copy.boundingBox(), 'nothing jumps').toEqual(before);

  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('console.log');
  await page.reload();
  const chosen = page.locator('.listings:visible :checked');
  for (const value of await chosen.evaluateAll((all) => all.map((each) => each.value))) {
    expect(value).toBe('js');
  }
});

test('on paper derivations are open, and the controls of the page are gone', async ({
  page,
  site,
}) => {
  await page.goto(`${site}#query-key`);
  const steps = page.locator('#query-key .derivation li').first();
  await expect(steps).toBeHidden();

  await page.emulateMedia({ media: 'print' });

  await expect(steps).toBeVisible();
  for (const part of ['.bar', '.chapters', '#query-key .onward', '.listings form']) {
    await expect(page.locator(part).first()).toBeHidden();
  }
  await expect(page.locator('#query-key [data-language]:visible')).toHaveCount(1);
  await page.emulateMedia({ media: 'screen' });
  await expect(steps).toBeHidden();
});

test('on paper, a figure that was not loaded shows its description', async ({ page, site }) => {
  await page.goto(`${site}#query-key`);
  const fallback = page.locator('#chapter-pipeline > p');
  await expect(fallback).toBeHidden();

  await page.emulateMedia({ media: 'print' });

  await expect(fallback).toBeVisible();
});

for (const width of [360, 1440]) {
  test(`text of twice the size does not scroll sideways at ${width} px`, async ({ page, site }) => {
    test.slow(); // every figure comes
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(() =>
      addEventListener(
        'DOMContentLoaded',
        () => (document.documentElement.style.fontSize = '200%'),
      ),
    );
    for (const { id } of parts) {
      await page.goto(`${site}#${id}`);
      await expect(page.locator(`#${id} .chapter`).first()).toBeVisible();
      await scrollUntilReady(page);
      const most = await page.evaluate(() => document.scrollingElement.scrollWidth);
      expect(most, id).toBeLessThanOrEqual(width);
    }
  });
}

test('under a German interface the prose is marked as English', async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await setLanguage(page, 'de');
  await page.goto(site);

  await expect(page.locator('#several-heads .facts')).toContainText('leicht, mit Herleitung');
  await expect(page.locator('#several-heads .facts span').first()).toHaveAttribute('lang', 'de');
  await expect(page.locator('#several-heads .next')).toContainText('Weiter: 2,');
  await page.locator('#query-key').evaluate((chapter) => chapter.scrollIntoView());
  await expect(page.locator('#place')).toHaveText(`2 von ${chapters.length}`);
  await page.evaluate(() => document.querySelector('#settings [value=en]').click());
  await expect(page.locator('#place')).toHaveText(`2 of ${chapters.length}`);
  await page.evaluate(() => document.querySelector('#settings [value=de]').click());
  await expect(page.getByRole('main')).toHaveAttribute('lang', 'en');
  const rail = page.getByRole('navigation', { name: 'Kapitel' });
  await expect(rail).toContainText(`0 von ${chapters.length} gelesen`);
  await expect(rail.locator('ol').first()).toHaveAttribute('lang', 'en');
});

test('a figure’s files are fetched only when it is near the viewport', async ({
  page,
  site,
  requests,
}) => {
  const fetched = (name) => requests.filter((address) => address.includes(`/${name}-`)).length;
  await page.goto(site);
  await expect(page.locator('#chapter-heads').getByRole('button').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const later = ['quiz', 'quizzes', 'softmax', 'pipeline', 'steps', 'training', 'value'];
  expect(later.map(fetched)).toEqual(later.map(() => 0));

  await scrollThrough(page);

  await expect.poll(() => later.filter((name) => fetched(name) === 0)).toEqual([]);
  // Elements share one core, and the worker that trains has its own.
  const cores = requests.filter((address) => address.endsWith('manyheads.wasm'));
  expect(cores.length).toBeLessThanOrEqual(2);
});

/** Scrolls to a figure whose files do not come. After that, they can be had. */
async function failToFetch(page, { files, address, figure, complaints }) {
  await page.route(files, (route) => route.abort());
  await page.goto(address);
  await figure.scrollIntoViewIfNeeded();
  await expect(page.locator('html')).toHaveClass(/unfetched/u);
  await page.unroute(files);
  await page.evaluate(() => new Promise(requestAnimationFrame)); // another may just fail
  complaints.length = 0; // the browser's own words of it
}

for (const [when, goOn] of [
  [
    'on the way to its chapter',
    async (page, figure) => {
      await figure.evaluate((element) => {
        location.hash = element.closest('.chapter').id;
      });
      await figure.scrollIntoViewIfNeeded();
    },
  ],
  [
    'when the reader comes back to it',
    async (page, figure) => {
      await page.evaluate(() => scrollTo(0, 0));
      await expect(figure).not.toBeInViewport();
      await figure.scrollIntoViewIfNeeded();
    },
  ],
  [
    'when there is a network again',
    (page) => page.evaluate(() => dispatchEvent(new Event('online'))),
  ],
]) {
  test(`a figure that could not be fetched is tried again ${when}`, async ({
    page,
    site,
    complaints,
  }) => {
    const figure = page.locator('mh-softmax').first();
    await failToFetch(page, { files: /\/softmax-[^/]*\.js$/u, address: site, figure, complaints });

    await goOn(page, figure);

    await expect(figure.getByRole('button').first()).toBeVisible();
    await expect(page.locator('html')).not.toHaveClass(/unfetched/u);
  });
}

test('a figure that could not be fetched has its state once another one brings its files', async ({
  page,
  site,
  complaints,
}) => {
  const first = page.locator('#write-one-head');
  const address = `${site}#write-it?write-one-head=${encodeURIComponent('{"code":"print(1)"}')}`;
  await failToFetch(page, { files: /\/cell-[^/]*\.js$/u, address, figure: first, complaints });
  await page.locator('mh-cell').last().scrollIntoViewIfNeeded();

  await expect(page.locator('html')).not.toHaveClass(/unfetched/u);
  await first.scrollIntoViewIfNeeded();
  await expect(first.getByRole('textbox')).toHaveValue('print(1)');
});

const { lesson } = JSON.parse(readFileSync(join(repository, 'emscripten/budget.json'), 'utf8'));

test.describe('with a service worker, as readers have it', () => {
  test.use({ serviceWorkers: 'allow' });

  test(`at most ${lesson.bytes} bytes are fetched before one scrolls`, async ({
    page,
    site,
    requests,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(site);
    await expect(page.locator('#chapter-heads').getByRole('button').first()).toBeVisible();
    await page.waitForLoadState('networkidle');

    const files = await Promise.all(
      [...new Set(requests)].map(async (address) => {
        const bytes = Buffer.from(await (await fetch(address)).arrayBuffer());
        return { address, bytes: brotliCompressSync(bytes).length };
      }),
    );
    const sum = files.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(sum, JSON.stringify(files)).toBeLessThanOrEqual(lesson.bytes);
    expect(files.length).toBeLessThanOrEqual(lesson.requests);
    expect(files.some(({ address }) => address.endsWith('manyheads.wasm'))).toBe(true);
  });
});

for (const width of [360, 1440]) {
  test(`nothing moves while a reader scrolls, ${width} px wide`, async ({ page, site }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await observeShifts(page);
    for (const { id } of parts) {
      await page.goto('about:blank');
      await page.goto(`${site}#${id}`);
      await page.waitForLoadState('networkidle');
      await scrollThrough(page, { step: 500, pause: 60 });
      await page.waitForLoadState('networkidle');
      await expectShiftsBelow(0.1, page, id);
    }
  });
}
