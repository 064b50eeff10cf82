import { expect, test } from '../fixtures.mjs';
import { setLanguage } from '../settings.mjs';

/** A figure on its page, in either language, and what it announces. */
async function openFigure(page, site, name, { language = 'en' } = {}) {
  await setLanguage(page, language);
  await page.goto(`${site}#${name}`);
  const figure = page.locator(`#main-${name}`);
  await expect(figure.locator('.caption')).not.toBeEmpty({ timeout: 30_000 });
  return { figure, status: figure.locator('p.unseen[role=status]') };
}

const press = (figure, name) => figure.getByRole('button', { name, exact: true }).first().click();

test('masks: dropout and the row of a key announce the one sentence that they changed', async ({
  page,
  site,
}) => {
  const { figure, status } = await openFigure(page, site, 'masks');
  await expect(figure.getByText('The mean over 2,000 draws')).toBeVisible();
  await expect(status).toBeEmpty(); // nobody has changed anything
  await figure.getByRole('slider', { name: 'Rate' }).press('ArrowRight');
  await expect(status).toHaveText(/^The mean over 2,000 draws differs from [^.]+ 0\.\d+\.$/u);

  await figure.locator('mh-predict').getByRole('radio').first().check();
  await press(figure, 'Compare before and after');
  await figure.locator('.row-panel th button').first().click();
  await expect(status).toHaveText(/^Now the has [\d.]+ ÷ [\d.]+ = [\d.]+\.$/u);
});

test('kv: the letters in the cache announce what the chosen form keeps now', async ({
  page,
  site,
}) => {
  const { figure, status } = await openFigure(page, site, 'kv');
  await figure.getByRole('slider', { name: 'Letters in the cache' }).press('ArrowRight');
  await expect(status).toHaveText('GQA keeps 16 numbers per letter, 32 B; so far 384 B.');
  await press(figure, 'Reset');

  await expect(status).toHaveText('GQA keeps 16 numbers per letter, 32 B; so far 352 B.');
});

test('memory: a size of tiles is announced, and Reset', async ({ page, site }) => {
  const { figure, status } = await openFigure(page, site, 'memory');
  const sizes = figure.getByRole('group', { name: 'Tokens in a tile' });
  await sizes.getByRole('radio', { name: '2', exact: true }).check();
  await expect(status).toHaveText(
    /^Head 1, tile \d+ of 36: .* 6,144 B in Plain and 5,632 B in Tiled/u,
  );
  await press(figure, 'Reset');

  await expect(status).toHaveText(
    /^Head 1, tile 5 of 10: .* 6,144 B in Plain and 3,584 B in Tiled/u,
  );
});

test('saturation: new draws announce the sentences whose numbers differ', async ({
  page,
  site,
}) => {
  const { figure, status } = await openFigure(page, site, 'saturation');
  await press(figure, 'Draw again');

  await expect(status).toHaveText(
    /^Without dividing, the largest of 16 weights grows from 0\.\d+/u,
  );
  await expect(status).not.toContainText('it stays at'); // as before
});

test('pipeline: the lists Layer and Heads announce what is computed now', async ({
  page,
  site,
}) => {
  const { figure, status } = await openFigure(page, site, 'pipeline');
  await figure.getByRole('combobox', { name: /^Heads/u }).selectOption('2');
  await expect(status).toHaveText(
    /^Between the two reshapes there are 2 lanes, [^.]*\. Of 96 scores/u,
  );
  await figure.getByRole('combobox', { name: 'Layer' }).selectOption({ index: 2 });

  await expect(status).toHaveText(/^Between the two reshapes there are (?!2 )\d+ lanes/u);
  await expect(status).not.toContainText('mixes the heads'); // as before
});

test('in German, too, only what has changed is announced', async ({ page, site }) => {
  const { figure, status } = await openFigure(page, site, 'masks', { language: 'de' });
  await figure.getByRole('slider', { name: 'Rate' }).press('ArrowRight');

  await expect(status).toHaveText(
    /^Der Mittelwert aus [^.]+ höchstens um 0\.\d+ vom ersten Bild ab\.$/u,
  );
});
