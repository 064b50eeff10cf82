import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../../emscripten/commands/run.mjs';
import { expect, test } from '../fixtures.mjs';
import { chapters, headings, partOf, parts, plain } from '../pages.mjs';
import { expectMapsOf, openSandbox, sandboxIn } from '../sandbox/sandbox-page.mjs';

const first = headings[parts[0].id];
const { labs, ...others } = headings;
for (const { id } of parts) delete others[id];
const routes = Object.fromEntries(
  Object.entries(others).map(([place, heading]) => [`#${place}`, heading]),
);
const title = (page) => page.getByRole('heading', { level: 1 });

test('no script of the site imports one that imports it: it would run too early', () => {
  const folder = join(repository, 'dist-site/assets');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const statically = /(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/gu;
  const imports = new Map(
    scripts.map((name) => {
      const code = readFileSync(join(folder, name), 'utf8');
      return [name, Array.from(code.matchAll(statically), ([, imported]) => imported)];
    }),
  );
  const circles = [];
  const seen = new Set();
  const follow = (name, path) => {
    if (path.includes(name)) circles.push([...path, name].join(' > '));
    if (seen.has(name)) return;
    seen.add(name);
    for (const imported of imports.get(name) ?? []) follow(imported, [...path, name]);
  };
  for (const name of scripts) follow(name, []);

  expect(circles).toEqual([]);
  expect([...imports.values()].flat().length).toBeGreaterThan(100);
});

test('every link in the list of labs opens its page', async ({ page, site }) => {
  test.slow(); // every place is opened
  await page.goto(site);
  const places = page.getByRole('main').getByRole('link');

  for (const [hash, heading] of Object.entries(routes)) {
    await page.locator('.bar .to-labs').click();
    await expect(title(page)).toHaveText(labs);
    await places.and(page.locator(`.labs [href="${hash}"]`)).click();

    await expect(title(page)).toHaveText(heading);
    await expect(page).toHaveTitle(`${heading} · manyheads`);
    await expect(title(page)).toBeFocused();
  }
});

test('the list of labs is no lab, and its summaries are one paragraph each', async ({
  page,
  site,
}) => {
  await page.goto(`${site}#labs`);
  await expect(page.locator('.labs li')).not.toHaveCount(0);
  await expect(page.locator('#place')).toBeEmpty();
  for (const item of await page.locator('.labs li').all()) {
    await expect(item.locator(':scope > *')).toHaveCount(2);
  }

  await page.getByRole('main').getByRole('link', { name: 'Next' }).click();
  await expect(page.locator('#place')).toHaveText(/^Lab 1 of/u);
});

test('the contents open each chapter and mark the current one', async ({ page, site }) => {
  test.slow(); // every chapter is opened
  await page.goto(site);
  for (const { id, title: name } of chapters) {
    await page.getByText('Contents', { exact: true }).click();
    const link = page.locator(`nav[aria-label="Contents"] [href="#${id}"]`);
    await link.click();

    const heading = page.locator(`#${id}-title`);
    await expect(heading).toBeInViewport();
    await expect(heading).toBeFocused();
    await expect(page.locator(`#${partOf[id]}`)).toBeVisible();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(link).toBeHidden();
    if (id !== 'several-heads') {
      await expect(page).toHaveTitle(`${plain(name)} · manyheads`);
    }
  }
});

test('one menu is open at a time, and Esc or a click elsewhere closes it', async ({
  page,
  site,
}) => {
  await page.goto(site);
  const [contents, settings] = ['Contents', 'Settings'].map((name) => ({
    summary: page.getByText(name, { exact: true }),
    menu: page.locator('details.menu', { hasText: name }),
  }));
  const expectOpen = async (first, second) => {
    await expect(contents.menu).toHaveJSProperty('open', first);
    await expect(settings.menu).toHaveJSProperty('open', second);
  };
  await contents.summary.click();
  await settings.summary.click();
  await expectOpen(false, true);
  await contents.summary.focus();
  await page.keyboard.press('Enter');
  await expectOpen(true, false);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expectOpen(false, false);
  await expect(contents.summary).toBeFocused();

  await settings.summary.click();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expectOpen(false, true);
  await page.getByRole('heading', { level: 1 }).click();
  await expectOpen(false, false);
});

test('back and forward go through the pages', async ({ page, site }) => {
  await page.goto(site);
  await page.locator('.bar .to-labs').click();
  await expect(title(page)).toHaveText(labs);
  await page.getByRole('main').getByRole('link', { name: 'Sandbox' }).first().click();
  await expect(title(page)).toHaveText(routes['#sandbox']);
  await page.goBack();
  await expect(title(page)).toHaveText(labs);
  await page.goBack();
  await expect(title(page)).toHaveText(first);
  await page.goForward();

  await page.goForward();
  await expect(title(page)).toHaveText(routes['#sandbox']);
});

for (const hash of [
  '#nowhere',
  '#start',
  '#content',
  '#',
  '#%E0%A4%A',
  '#sandbox/../../etc',
  '#"><img src=x>',
]) {
  test(`the unknown place ${hash} opens the lesson`, async ({ page, site }) => {
    await page.goto(site + hash);

    await expect(title(page)).toHaveText(first);
    await expect(page.locator('img')).toHaveCount(0);
  });
}

test('the chosen theme stays after a reload, also in the figures', async ({ page, site }) => {
  await page.goto(`${site}#sandbox`);
  await page.getByText('Settings', { exact: true }).click();
  await page.getByRole('radio', { name: 'Dark' }).check();

  await page.reload();
  await expectMapsOf(page, { weights: 'trained' });

  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(21, 23, 26)');
  await expect(sandboxIn(page).caption).toHaveCSS('color', 'rgb(187, 185, 178)');
});

test('a setting shows all numbers in the heat maps', async ({ page, site }) => {
  const sandbox = await openSandbox(page, site);
  const small = sandbox.cell(0, 0, 3).locator('span');
  await expect(small).toBeHidden();

  await page.getByText('Settings', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'All numbers in the heat maps' }).check();

  await expect(small).toBeVisible();
});

test('the pages work from any folder of a host', async ({ page, host }) => {
  await page.goto(`${host.address}site/index.html#sandbox`);
  await expectMapsOf(page, { weights: 'trained' });
});

for (const name of ['index.html', 'embed.html', 'manyheads.html']) {
  test(`${name} carries a policy that keeps other hosts and injected scripts out`, async ({
    page,
    site,
    complaints,
  }) => {
    await page.goto(site + name);
    const policy = page.locator('meta[http-equiv="Content-Security-Policy"]');
    await expect(policy).toHaveAttribute('content', /default-src 'none'/u);
    await expect(policy).not.toHaveAttribute('content', /'unsafe-(inline|eval)'|https?:/u);

    const refusal = await page.evaluate(() => {
      const script = document.createElement('script');
      const text = 'window.injected = true';
      const trusted = trustedTypes.createPolicy('manyheads', { createScript: () => text });
      try {
        script.textContent = text; // Trusted Types refuse a text
      } catch (error) {
        script.textContent = trusted.createScript(''); // and the policy what gets past them
        document.body.append(script);
        return error.message;
      }
    });
    expect(refusal).toContain("requires 'TrustedScript'");

    expect(await page.evaluate(() => 'injected' in window)).toBe(false);
    expect(complaints.splice(0).join()).toContain('policy: script-src-elem inline');
  });
}
