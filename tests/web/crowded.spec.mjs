/** Pages with very many elements: what is far away waits. */
import { expect, test } from './fixtures.mjs';

const count = 200;
const crowd = `<!doctype html><html lang="en"><meta charset="utf-8" /><title>A crowd</title>
  <script>
    ready = [];
    addEventListener('mh-ready', ({ target }) => ready.push(target.id));
  </script>
  <script type="module" src="manyheads/elements-define.js"></script>
  ${Array.from({ length: count }, (_, i) => `<mh-sandbox id="s${i}"></mh-sandbox>`).join('\n')}
  </html>`;

test('of 200 sandboxes only those near the viewport compute', async ({ page, host }) => {
  await page.goto(host.write('crowd.html', crowd).served);
  await expect(page.locator('#s0 .caption')).toBeVisible();
  await page.waitForTimeout(500); // others would have been drawn by then

  const ready = () => page.evaluate(() => ready);
  const near = await ready();
  expect(near[0]).toBe('s0');
  expect(near.length).toBeLessThan(10);

  await page.evaluate((last) => document.getElementById(last).scrollIntoView(), `s${count - 1}`);

  await expect(page.locator(`#s${count - 1} .caption`)).toBeVisible();
  expect((await ready()).length).toBeLessThan(near.length + 10);
});

test('a sandbox that is added to a crowd waits too, until it is near', async ({ page, host }) => {
  await page.goto(host.write('crowd.html', crowd).served);
  await expect(page.locator('#s0 .caption')).toBeVisible();

  await page.evaluate(() => {
    for (const id of ['added', 'last']) {
      document.body.append(Object.assign(document.createElement('mh-sandbox'), { id }));
    }
    document.body.prepend(document.querySelector('#added'));
  });

  await expect(page.locator('#added .caption')).toBeVisible();
  expect(await page.evaluate(() => ready)).not.toContain('last');
});
