/** The documentation: pages of their own, next to the lesson. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../../emscripten/commands/run.mjs';
import { colourFaults, faults } from '../axe.mjs';
import { expect, test } from '../fixtures.mjs';
import { changeViewport } from '../viewport.mjs';

const folder = join(repository, 'dist-site/docs');
const names = readdirSync(folder).filter((name) => name.endsWith('.html'));
const documents = Object.fromEntries(
  names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);

test('the lesson leads to the docs, these to each other, and back', async ({ page, site }) => {
  await page.goto(`${site}#labs`);
  await page.locator('.bar').getByRole('link', { name: 'Docs' }).click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Docs');

  const seen = [];
  for (let i = 1; i < names.length; i += 1) {
    await page.getByRole('link', { name: /^Next:/u }).click();
    seen.push(await title.textContent());
    await expect(page).toHaveTitle(`${seen.at(-1)} · manyheads`);
  }
  expect(new Set(seen).size).toBe(names.length - 1);
  await page.locator('.bar summary').click();
  await page.locator('.bar').getByRole('link', { name: 'Embedding guide' }).click();
  await expect(title).toHaveText('Embedding guide');

  await page.getByRole('link', { name: 'The lesson' }).click();
  await expect(title).toHaveText('Multi-head attention');
});

test('on a phone, the contents lead to the docs', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${site}#labs`);
  await page.getByText('Contents', { exact: true }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Docs' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Docs');
});

test('every link of the docs leads to something', async () => {
  const lesson = readFileSync(join(repository, 'dist-site/lesson.html'), 'utf8');
  const links = Object.entries(documents).flatMap(([name, html]) =>
    Array.from(html.matchAll(/ href="([^"]+)"/gu), ([, href]) => [name, href]),
  );
  const broken = links.filter(([name, href]) => {
    const [file, place] = href.split('#');
    if (file.endsWith('.css') || file.endsWith('.svg')) return false; // tested by opening the page
    if (file === '../manyheads.html') return place !== undefined || !existsSync(join(folder, file));
    const html = file === '../index.html' ? lesson : documents[file || name];
    return html === undefined || (place !== undefined && !html.includes(` id="${place}"`));
  });

  expect(links.length).toBeGreaterThan(500);
  expect(broken).toEqual([]);
});

test('every type that the package exports is in the reference', () => {
  const exported = ['index', 'worker'].flatMap((name) => {
    const types = readFileSync(join(repository, `dist/${name}.d.ts`), 'utf8');
    const [, list] = /export \{([^}]*)\};?\s*$/u.exec(types);
    return list
      .split(',')
      .map((each) => each.trim().replace(/^type /u, ''))
      .filter((each) => /^[A-Z]/u.test(each));
  });

  expect(exported.length).toBeGreaterThan(60);
  const { 'api.html': api } = documents;
  expect(exported.filter((name) => !api.includes(`<h3 id="${name}">`))).toEqual([]);
});

test('every element and each of its attributes is in the reference', () => {
  const manifest = JSON.parse(readFileSync(join(repository, 'dist/custom-elements.json'), 'utf8'));
  const sections = documents['elements.html'].split('<h2 ').slice(1);
  const missing = manifest.modules.flatMap(({ declarations: [{ tagName, attributes }] }) => {
    const section = sections.find((text) => text.includes(`&lt;${tagName}&gt;</h2>`)) ?? '';
    return attributes
      .filter(({ name }) => !section.includes(`<code>${name}</code>`))
      .map(({ name }) => `${tagName} ${name}`);
  });

  expect(missing).toEqual([]);
});

test('every type and function that the headers declare is in the C++ reference', () => {
  const folders = [
    'attention',
    'checkpoint',
    'cost',
    'feed_forward',
    'kv_cache',
    'measures',
    'tensor',
  ];
  const headers = [...folders, 'latent_attention'].flatMap((folder) =>
    readdirSync(join(repository, 'src', folder))
      .filter((name) => name.endsWith('.hpp'))
      .map((name) => `${folder}/${name}`),
  );
  const declared = headers.flatMap((header) => {
    const text = readFileSync(join(repository, 'src', header), 'utf8');
    const types = text.matchAll(/^(?:class|struct|enum class) (\w+)[^;]*?\{/gmu);
    const functions = text.matchAll(
      /^(?!(?:struct|class|enum|using) )[A-Za-z][\w:<>&*, ]*[ &*](\w+)\(/gmu,
    );
    return [...types, ...functions].map(([, name]) => [header, name]);
  });

  const { 'cpp.html': reference } = documents;
  expect(declared.length).toBeGreaterThan(150);
  const sections = reference.split('<h3 id="').slice(1);
  const missing = declared.filter(([header, name]) => {
    const section = sections.find((text) => text.startsWith(`${header}"`)) ?? '';
    return !new RegExp(`\\b${name}\\b`, 'u').test(section);
  });
  expect(missing).toEqual([]);
  expect(reference).not.toMatch(/<code>[^<]*(template &lt;&gt;|private:)/u);
});

test('the docs have the theme that was chosen in the lesson', async ({ page, site }) => {
  await page.addInitScript(() =>
    localStorage.setItem('manyheads:settings', JSON.stringify({ theme: 'dark' })),
  );
  await page.goto(`${site}docs/index.html`);

  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(21, 23, 26)');
});

test('a sample is copied, or selected where the clipboard is closed', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${site}docs/embedding.html`);
  const first = page.locator('pre').first();
  const copy = page.getByRole('button', { name: 'Copy' }).first();

  await copy.click();
  await expect(page.getByText('Copied')).toBeVisible();
  const text = await first.textContent();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('closed'));
  });
  await copy.click();
  await expect(page.getByText('Selected')).toBeVisible();
  expect(await page.evaluate(() => String(getSelection()))).toBe(text.trimEnd());
});

for (const name of names) {
  test(`axe finds nothing on docs/${name}, and it never scrolls sideways`, async ({
    page,
    site,
  }) => {
    await page.goto(`${site}docs/${name}`);
    for (const [colorScheme, width, find] of [
      ['light', 1280, faults],
      ['dark', 1280, colourFaults],
      ['dark', 360, faults],
      ['light', 1600, faults],
    ]) {
      await changeViewport(page, { colorScheme, width });
      expect.soft(await find(page), `${colorScheme}, ${width} px`).toEqual([]);
    }
    for (const width of [320, 360, 768, 1280, 1920]) {
      await changeViewport(page, { width, height: 800 });
      const most = await page.evaluate(() => document.scrollingElement.scrollWidth);
      expect(most, `${width} px`).toBeLessThanOrEqual(width);
    }
  });
}
