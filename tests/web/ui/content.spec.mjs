/** What elements fetch when they come near: where that fails, a notice says so and tries again. */
import { expect, test } from '../fixtures.mjs';

const contents = {
  'the listings of the steps': {
    place: 'steps',
    file: /assets\/listings/u,
    element: 'mh-steps-listing',
    says: 'The listings could not be loaded.',
    shows: (element) => element.locator('li.lit').first(),
  },
  'the quizzes of a set': {
    place: 'quizzes',
    file: /assets\/quizzes/u,
    element: 'mh-quiz-set',
    says: 'The questions could not be loaded.',
    shows: (element) => element.getByRole('heading', { level: 2 }),
  },
  'the editor and the exercises of cells': {
    place: 'cells',
    file: /assets\/parts/u,
    element: '#cell-define',
    says: 'A file that Python needs is missing.',
    shows: (element) => element.getByRole('textbox'),
  },
};

for (const [name, { place, file, element: selector, says, shows }] of Object.entries(contents)) {
  test(`${name} can be fetched again`, async ({ page, site, complaints }) => {
    await page.route(file, (route) => route.abort());
    await page.goto(`${site}#${place}`);
    const element = page.locator(selector);
    const alert = element.getByRole('alert');
    await expect(alert).toContainText(says);
    complaints.splice(0); // of the file that could not be fetched
    await page.unroute(file);

    await alert.getByRole('button', { name: 'Try again' }).click();

    await expect(shows(element)).toBeVisible();
    await expect(alert).toHaveCount(0);
  });
}

test('training below the viewport starts no worker until it is near', async ({
  page,
  host,
  requests,
}) => {
  const { served } = host.write(
    'far-training.html',
    `<!doctype html><html lang="en"><meta charset="utf-8" /><title>Course</title>
    <script type="module" src="manyheads/elements-training.js"></script>
    <main style="padding-top: 5000px"><mh-training>Training.</mh-training></main></html>`,
  );
  const workers = () => requests.filter((address) => address.includes('worker'));
  await page.goto(served);
  await page.waitForLoadState('networkidle');
  expect(workers()).toEqual([]);

  await page.mouse.wheel(0, 4500);
  await expect(page.locator('mh-training').getByRole('button').first()).toBeVisible();
  expect(workers()).not.toEqual([]);
});
