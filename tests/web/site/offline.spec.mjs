/** The site without a network, and how a new version of it comes. */
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../../emscripten/commands/run.mjs';
import { serve } from '../../../emscripten/commands/serve.mjs';
import { expect, test } from '../fixtures.mjs';
import { chapters, headings } from '../pages.mjs';

test.use({ serviceWorkers: 'allow' });

/** Resolves when all of the site is on the device. */
const whenKept = (page) => expect(page.locator('#kept')).toBeAttached({ timeout: 45_000 });

/** Opens a short page, which keeps the site. */
async function keepSite(page, site) {
  test.slow(); // the site waits before it keeps anything
  await page.goto(`${site}#labs`);
  await whenKept(page);
}

test('after one visit, chapters, training and cells work without a network', async ({
  page,
  site,
  context,
  complaints,
}) => {
  test.slow(); // the site waits before it keeps anything
  await page.goto(site);
  await whenKept(page);
  await context.setOffline(true);
  const isOffline = () => fetch('THIRD-PARTY-NOTICES.txt').then(Boolean, () => 'offline');
  await page.reload();
  expect(await page.evaluate(isOffline)).toBe('offline');
  complaints.splice(0); // of that file, which is not kept

  await expect(page.locator('#chapter-heads').getByRole('button').first()).toBeVisible();
  await page.evaluate((id) => (location.hash = id), chapters[6].id);
  await expect(page.locator(`#${chapters[6].id}-title`)).toBeInViewport();

  await page.goto(`${site}#training`);
  const training = page.locator('#training mh-training').first();
  await training.getByRole('radio', { name: 'only A', exact: true }).check();
  await training.getByRole('button', { name: 'Run both', exact: true }).click();
  await expect.poll(() => training.evaluate(({ race }) => race?.steps ?? 0)).toBeGreaterThan(4);

  await page.goto(`${site}#cells`);
  const cell = page.locator('#cell-forward');
  await cell.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(cell).toContainText('The cell above defines x');
  await page.getByText('Settings', { exact: true }).click();
  await expect(page.locator('#kept')).toHaveText(/works without a network/u);
  await page.getByRole('radio', { name: 'Deutsch' }).check();
  await expect(page.locator('#kept')).toHaveText(/geht ohne Netz/u);
});

test('what another page of the host deleted is kept again at the next visit', async ({
  page,
  site,
  context,
}) => {
  await keepSite(page, site);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });

  await page.reload();
  await whenKept(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('where the kept files cannot be read, the network answers, and nothing is said to be kept', async ({
  page,
  site,
  context,
}) => {
  await keepSite(page, site);
  const worker = context.serviceWorkers().findLast((each) => each.url().startsWith(site));
  await worker.evaluate(() => {
    caches.open = () => Promise.reject(new Error('damaged'));
  });

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('#update')).toBeAttached({ timeout: 45_000 });
  await worker.evaluate(() => {}); // it has answered what was asked before
  await expect(page.locator('#kept')).not.toBeAttached();
});

test('after one visit, the docs open without a network', async ({ page, site, context }) => {
  await keepSite(page, site);
  await context.setOffline(true);

  const title = page.getByRole('heading', { level: 1 });
  await page.locator('.bar').getByRole('link', { name: 'Docs' }).click();
  await expect(title).toHaveText('Docs');
  await page.goto(`${site}docs/`);
  await expect(title).toHaveText('Docs');
  for (const name of docs) {
    await page.goto(`${site}docs/${name}`);
    await expect(title).not.toBeEmpty();
    expect(await page.evaluate(filesUsed), name).toEqual(filesOfDocs);
  }
});

const docs = readdirSync(join(repository, 'dist-site/docs')).filter((name) =>
  name.endsWith('.html'),
);
/** What a page of the docs needs, and whether it is there. */
const filesOfDocs = { sheets: [true, true], pictures: [true], script: true };
async function filesUsed() {
  const isPicture = async ({ href, src = href }) => {
    const image = Object.assign(new Image(), { src });
    await image.decode();
    return image.naturalWidth > 0;
  };
  const pictures = [...document.querySelectorAll('link[rel=icon], img')];
  return {
    sheets: Array.from(document.styleSheets, ({ cssRules }) => cssRules.length > 0),
    pictures: await Promise.all(pictures.map(isPicture)),
    script: typeof addCopy === 'function',
  };
}

/** A copy of the site that can get a new version: another heading of the labs. */
function copyOf(name) {
  const folder = join(repository, `build/web-hosts/${name}-${test.info().parallelIndex}`);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(repository, 'dist-site'), folder, { recursive: true });
  const file = (name) => join(folder, name);
  const sha256 = (name) =>
    createHash('sha256')
      .update(readFileSync(file(name)))
      .digest('hex');
  const change = (name, before, after) => {
    const text = readFileSync(file(name), 'utf8');
    expect(text).toContain(before);
    writeFileSync(file(name), text.replace(before, after));
  };
  return {
    folder,
    publish() {
      const before = sha256('pages/labs.html');
      change('pages/labs.html', `<h1>${headings.labs}</h1>`, '<h1>New labs</h1>');
      change('service-worker.js', before, sha256('pages/labs.html'));
    },
    damage: () => change('pages/labs.html', '<h1>', '<h1 class="damaged">'),
  };
}

test('a new version is offered, and comes when the reader takes it', async ({ page, context }) => {
  test.slow();
  const { folder, publish } = copyOf('new-version');
  const site = await serve(folder);
  await page.goto(`${site}#labs`);
  await whenKept(page);
  publish();
  const titleIn = (page) => page.getByRole('heading', { level: 1 });
  const title = titleIn(page);
  /** Waits for the page that follows: without its styles, it would show all pages. */
  const useNow = (page) =>
    Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'Use it now' }).click(),
    ]);
  await page.reload();
  await expect(title).toHaveText(headings.labs);
  const notice = page.getByText('There is a new version of this lesson.');
  await expect(notice).toBeVisible({ timeout: 20_000 });
  const other = await context.newPage();
  await other.goto(`${site}#labs`);
  await expect(titleIn(other)).toHaveText(headings.labs);

  await page.getByRole('button', { name: 'Later' }).click();
  await expect(notice).toBeHidden();
  await page.reload();
  await expect(notice).toBeVisible({ timeout: 20_000 });
  await useNow(page);

  await expect(title).toHaveText('New labs');
  await expect(notice).toBeHidden();
  await expect(other.getByText('There is a new version of this lesson.')).toBeVisible();
  await useNow(other);
  await expect(titleIn(other)).toHaveText('New labs');
});

test('nothing is kept of a site whose files are of two versions', async ({ page }) => {
  test.slow();
  const { folder, damage } = copyOf('two-versions');
  damage();
  await page.goto(`${await serve(folder)}#labs`);

  const failed = await page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers();
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = async function (address) {
      const registration = await register.call(this, address);
      const worker = registration.installing;
      worker.onstatechange = () => resolve(worker.state);
      return registration;
    };
    return promise;
  });

  expect(failed).toBe('redundant');
  await expect(page.locator('#kept')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(headings.labs);
});

test('frames and the one file keep nothing on a device', () => {
  for (const [name, isKept] of [
    ['index.html', true],
    ['embed.html', false],
    ['manyheads.html', false],
  ]) {
    const html = readFileSync(join(repository, 'dist-site', name), 'utf8');
    expect(html.includes('rel="manifest"'), name).toBe(isKept);
    expect(html.includes('service-worker.js'), name).toBe(false);
  }
});

test('it can be installed: a manifest with icons that are there', async ({ page, site }) => {
  await page.goto(site);
  const address = await page.locator('link[rel=manifest]').evaluate((link) => link.href);
  const manifest = await (await fetch(address)).json();

  expect(manifest).toMatchObject({ start_url: './', display: 'standalone', scope: './' });
  for (const { src, sizes, type } of manifest.icons) {
    const response = await fetch(new URL(src, address));
    expect(response.headers.get('content-type')).toBe(type);
    const size = await page.evaluate(async (src) => {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      return image.naturalWidth;
    }, src);
    if (sizes !== 'any') expect(`${size}x${size}`).toBe(sizes);
  }
  const sizes = manifest.icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`);
  expect(sizes).toEqual(['any any', '192x192 any', '512x512 any', '512x512 maskable']);
});
