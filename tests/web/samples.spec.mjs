/** Every HTML sample of the README and the docs works by itself, next to the package's files. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installed } from '../package/installed.mjs';
import { authorsFiles, samplesIn } from '../package/samples.mjs';
import { expect, test } from './fixtures.mjs';

/** The elements on a page that are not drawn. */
const undrawn = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter(({ localName }) => localName.startsWith('mh-'))
      .filter(
        ({ shadowRoot }) =>
          !shadowRoot?.textContent.trim() || /Loading/u.test(shadowRoot.textContent),
      )
      .map(({ localName }) => localName),
  );

/** What is far below does not load. */
const scrollToEach = (page) =>
  page.evaluate(async () => {
    const elements = [...document.querySelectorAll('*')];
    for (const element of elements.filter(({ localName }) => localName.startsWith('mh-'))) {
      element.scrollIntoView();
      await new Promise((resolve) => setTimeout(resolve, 100));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  });

for (const { name, code } of samplesIn('html')) {
  test(name, async ({ page, host }) => {
    test.slow(); // one page has every element
    for (const [file, text] of Object.entries(authorsFiles())) {
      writeFileSync(join(host.folder, file), text);
    }
    const head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>A course</title>';
    await page.goto(host.write('sample.html', `${head}\n${code}</html>`).served);
    await scrollToEach(page);

    await expect.poll(() => undrawn(page), { timeout: 20_000 }).toEqual([]);
    await expect(page.getByRole('alert')).toHaveCount(0);
    for (const frame of page.frames().filter((frame) => frame.url().includes('embed.html'))) {
      await expect(frame.getByRole('button').first()).toBeVisible();
    }
    if (code.includes('document.body.append')) {
      await expect(page.locator('body')).toContainText(/^\s*\[\[/u);
    }
  });
}

test('the files are where the sample of configure says', async ({ page, host, requests }) => {
  const folder = join(host.folder, 'static');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  symlinkSync(join(installed, 'dist'), join(folder, 'manyheads'));
  symlinkSync(join(installed, 'dist/manyheads.wasm'), join(folder, 'manyheads.wasm'));
  const imports = {
    'manyheads/elements': './manyheads/elements.js',
    'manyheads/elements/define': './manyheads/elements-define.js',
  };
  for (const { code } of samplesIn('ts')) {
    requests.splice(0);
    const { served } = host.write(
      'configured-sample.html',
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>A course</title>
      <script type="importmap">${JSON.stringify({ imports })}</script>
      <script type="module">${code}</script>
      <script type="module">import 'manyheads/elements/define';</script>
      <mh-softmax></mh-softmax></html>`,
    );
    await page.goto(served);

    await expect.poll(() => undrawn(page)).toEqual([]);
    const files = requests.filter((address) => address.endsWith('.wasm'));
    expect(files.map((address) => new URL(address).pathname)).toEqual(['/static/manyheads.wasm']);
  }
  expect(samplesIn('ts').length).toBeGreaterThan(1);
});
