/** Lessons packed as one file and as a folder, opened from the disk and from a server. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installed } from '../../package/installed.mjs';
import { expect, test } from '../fixtures.mjs';
import { faults } from '../axe.mjs';
import { quizzes } from './courses.mjs';

const lesson = `---
title: Heads
lang: en
---
# Heads

A cache takes <mh-value expr="kvCache(llama2-70b, 4096)" unit="GiB"></mh-value>. See ![a dot](dot.png)

| model | heads |
| ----- | ----: |
| GPT-2 | 12    |

\`\`\`python
scores = q @ k.T / np.sqrt(d_head)  # ${'a long line of code '.repeat(9)}
\`\`\`

<mh-sandbox tokens="The cat sat" heads="2" causal></mh-sandbox>

<mh-training pace="all" steps="100"></mh-training>

<mh-cell>print(6 * 7)</mh-cell>

<mh-quiz-set src="quiz.json"></mh-quiz-set>
`;
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';

const folder = mkdtempSync(join(tmpdir(), 'manyheads-packed-'));
const addresses = {};

test.beforeAll(({ host }) => {
  test.setTimeout(120_000);
  writeFileSync(join(folder, 'lesson.md'), lesson);
  writeFileSync(join(folder, 'quiz.json'), JSON.stringify(quizzes));
  writeFileSync(join(folder, 'dot.png'), Buffer.from(dot, 'base64'));
  const command = join(installed, 'dist/manyheads-command.js');
  test.setTimeout(120_000);

  for (const form of ['--html', '--site']) {
    execFileSync(process.execPath, [command, 'pack', join(folder, 'lesson.md'), form]);
  }
  cpSync(join(folder, 'lesson-site'), join(host.folder, 'packed'), { recursive: true });
  addresses['one file from the disk'] = pathToFileURL(join(folder, 'lesson.html')).href;
  addresses['a folder from the disk'] = pathToFileURL(join(folder, 'lesson-site/index.html')).href;
  addresses['a folder from a server'] = `${host.address}packed/index.html`;
});

test.setTimeout(120_000);

for (const form of ['one file from the disk', 'a folder from the disk', 'a folder from a server']) {
  test(`everything works in ${form}`, async ({ page, requests }) => {
    await page.goto(addresses[form]);

    await expect(page).toHaveTitle('Heads');
    await expect(page.locator('mh-value')).toContainText('1.25 GiB');
    const image = page.getByRole('img', { name: 'a dot' });
    expect(await image.evaluate((element) => element.naturalWidth)).toBe(1);

    await expect(page.getByRole('cell', { name: '12', exact: true })).toHaveCSS(
      'text-align',
      'end',
    );
    await expect(page.locator('mh-sandbox').getByRole('grid').first()).toBeVisible({
      timeout: 30_000,
    });

    const cell = page.locator('mh-cell');
    await cell.scrollIntoViewIfNeeded();
    await cell.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(cell.getByRole('log', { name: 'Output' })).toHaveText('42');

    const set = page.locator('mh-quiz-set');
    await set.scrollIntoViewIfNeeded();
    await set.getByRole('textbox').fill('4');
    await set.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(set.locator('.verdict').first()).toContainText('Right.');

    const training = page.locator('mh-training');
    await training.getByRole('radio', { name: 'only A', exact: true }).check();
    await training.getByRole('button', { name: 'Run both', exact: true }).click();
    const done = training.getByRole('button', { name: 'Run again', exact: true });
    await expect(done).toBeVisible({ timeout: 60_000 });

    expect(requests.length).toBeGreaterThan(0); // that none went elsewhere is tested everywhere
  });
}

test('a packed lesson is accessible', async ({ page }) => {
  await page.goto(addresses['one file from the disk']);
  const set = page.locator('mh-quiz-set');
  await set.scrollIntoViewIfNeeded();
  await expect(set.getByRole('textbox')).toBeVisible({ timeout: 30_000 });

  expect(await faults(page)).toEqual([]);
});
