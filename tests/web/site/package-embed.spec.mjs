import { expect, test } from '../fixtures.mjs';

test('embed.html of the package works beside a page, in a sandbox and from the disk', async ({
  page,
  host,
}) => {
  const query = 'element=mh-softmax&scores=1,2,3&lang=de&theme=dark&max-width=400';
  const script = `<script>
      addEventListener('message', ({ data, source }) => {
        if (data?.type !== 'mh-height' || data.version !== 1) return;
        for (const frame of document.querySelectorAll('iframe')) {
          if (frame.contentWindow === source) frame.height = data.height;
        }
      });
    </script>`;
  const frame = (title) =>
    `<iframe src="manyheads/embed.html?${query}" title="${title}" height="1"
      ${title === 'sandbox' ? 'sandbox="allow-scripts"' : ''}></iframe>`;
  const write = (name, titles) =>
    host.write(
      name,
      `<!doctype html><html lang="en"><meta charset="utf-8" /><title>A course</title>
      ${script} ${titles.map(frame).join('')}</html>`,
    );
  const expectShown = async (title) => {
    const frame = page.frameLocator(`[title=${title}]`);
    const element = frame.locator('mh-softmax');
    await page.locator(`[title=${title}]`).scrollIntoViewIfNeeded(); // what is far below waits
    await expect(element.getByRole('heading')).toBeVisible();
    const box = element.locator('.box').first();
    await expect(box).toHaveAttribute('lang', 'de');
    await expect(box).toHaveCSS('color-scheme', 'dark');
    expect(await box.evaluate((each) => each.clientWidth)).toBeLessThanOrEqual(400);
    await expect(frame.locator('html')).toHaveCSS('color-scheme', 'dark');
    expect(await element.evaluate(({ state }) => state.scores)).toEqual([1, 2, 3]);
    const height = () => page.locator(`[title=${title}]`).evaluate((each) => each.clientHeight);
    await expect.poll(height).toBeGreaterThan(300);
  };

  await page.goto(write('course.html', ['plain', 'sandbox']).served);
  await expectShown('plain');
  await test.step('in a sandbox, which may fetch no modules', () => expectShown('sandbox'));
  await test.step('from the disk', async () => {
    await page.goto(write('disk.html', ['plain']).file);
    await expectShown('plain');
  });
});
