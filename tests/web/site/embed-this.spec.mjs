import { expect, test } from '../fixtures.mjs';

test('a figure is copied as a frame that shows its state and has its height', async ({
  page,
  context,
  site,
  host,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${site}#softmax?scores=1,2,3`);
  const figure = page.locator('#main-softmax');
  const copy = async (name) => {
    await figure.getByRole('button', { name, exact: true }).click();
    await expect(figure.getByText('HTML copied.')).toBeVisible();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  await figure.getByRole('button', { name: 'Embed this' }).click();
  const state = await figure.evaluate((element) => element.state);
  const frame = await copy('Copy iframe');
  expect(await copy('Copy link as HTML')).toContain(`<a href="${site}#softmax`);
  expect(await copy('Copy element')).toContain('<mh-softmax ');
  const script = await copy('Copy script for iframe height');

  const { served } = host.write(
    'course.html',
    `<!doctype html><meta charset="utf-8"><title>Course</title>${script}
    ${frame.replace('embed.html?', 'embed.html?max-width=400&amp;').replace(/height="\d+"/u, 'height="1"')}`,
  );
  await page.goto(served);
  const shown = page.frameLocator('iframe').locator('mh-softmax');
  await expect(shown.getByRole('heading')).toBeVisible();

  expect(await shown.evaluate((element) => element.state)).toEqual(state);
  expect(await shown.evaluate((element) => element.getBoundingClientRect().width)).toBe(400);
  const height = () =>
    page.locator('iframe').evaluate((each) => each.getBoundingClientRect().height);
  await expect.poll(height).toBeGreaterThan(400);
});
