import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageJson, installed } from '../package/installed.mjs';
import { expect, test } from './fixtures.mjs';
import { expectMapsOf } from './sandbox/sandbox-page.mjs';

/** A copy of the package that says it has another version. */
function copyOfVersion(version, folder) {
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(installed, 'dist'), folder, { recursive: true });
  const common = join(folder, 'parts-common.js');
  const text = readFileSync(common, 'utf8');
  expect(text).toContain(packageJson.version);
  writeFileSync(common, text.replaceAll(packageJson.version, version));
}

test('of two versions, the first one defines elements, and a warning names both', async ({
  page,
  host,
}) => {
  copyOfVersion('0.0.9', join(host.folder, 'older'));
  const warnings = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  const { served } = host.write(
    'versions.html',
    `<!doctype html><html lang="en"><meta charset="utf-8" /><title>Two versions</title>
    <script type="module" src="older/elements-sandbox.js"></script>
    <script type="module" src="manyheads/elements-define.js"></script>
    <mh-sandbox tokens="The cat sat" heads="2"></mh-sandbox>
    <mh-quick-check>What is here without scripts.</mh-quick-check></html>`,
  );
  await page.goto(served);

  await expectMapsOf(page, { tokens: ['The', 'cat', 'sat'], heads: 2 });
  await expect(page.getByText('What is here without scripts.')).toBeVisible();
  expect(
    await page.locator(':not(:defined)').evaluateAll((all) => all.map((e) => e.localName)),
  ).toEqual(['mh-quick-check']);
  expect(warnings).toEqual([`manyheads: there is 0.0.9, not ${packageJson.version}`]);
});
