import { faults } from '../axe.mjs';
import { expect, test } from '../fixtures.mjs';
import { eventsOf, recordEvents } from '../sandbox/sandbox-page.mjs';

async function openSoftmax(page, site, settings = {}) {
  await page.goto(`${site}#softmax?${new URLSearchParams(settings)}`);
  const softmax = page.locator('#main-softmax');
  await expect(softmax.locator('.rows')).toBeVisible();
  const button = (name) => softmax.getByRole('button', { name, exact: true });
  return {
    softmax,
    button,
    found: softmax.locator('.found'),
    caption: softmax.locator('.caption'),
    slider: (key) => softmax.getByRole('slider', { name: `Score of the ${key} key` }),
    typed: (key) => softmax.getByRole('spinbutton', { name: `Score of the ${key} key` }),
    weights: () => softmax.locator('li .weight b').allTextContents(),
    guess: (name) => softmax.locator('mh-predict').getByRole('radio', { name, exact: true }),
    toggle: (name) => softmax.getByRole('switch', { name }),
  };
}

test('scores are dragged and typed, undone and redone', async ({ page, site }) => {
  const { button, slider, typed, weights } = await openSoftmax(page, site);
  expect(await weights()).toEqual(['0.659', '0.242', '0.099']);

  await slider('second').press('ArrowRight');
  await slider('second').press('ArrowRight');
  await expect(typed('second')).toHaveValue('1.2');
  await typed('third').fill('1.2');
  await typed('third').press('Enter');
  await expect.poll(weights).toEqual(['0.527', '0.237', '0.237']);
  await button('Undo').click();
  await expect.poll(weights).toEqual(['0.625', '0.281', '0.094']);
  await button('Redo').click();
  await expect.poll(weights).toEqual(['0.527', '0.237', '0.237']);
  await expect(page).toHaveURL(/scores=2%2C1.2%2C1.2$/u);

  await typed('third').fill('2000');
  await typed('third').press('Enter');
  await expect(page.getByRole('alert')).toContainText('a number from −1000 to 1000');
  await button('Reset').click();
  await expect.poll(weights).toEqual(['0.659', '0.242', '0.099']);
});

test('no answer is printed before the first try', async ({ page, site }) => {
  const { button, found, weights } = await openSoftmax(page, site);
  await expect(found).toHaveText('One of the first two buttons changes no weight. Which?');

  await button('Add 1 to every score').click();
  await expect(found).toContainText('Adding 1 changed no weight');
  expect(await weights()).toEqual(['0.659', '0.242', '0.099']);
  await button('Double every score').click();
  await expect(found).toContainText('the first key went from 0.659 to 0.864');
});

test('a score of 100 overflows after a guess, and subtracting the largest repairs it', async ({
  page,
  site,
}) => {
  await recordEvents(page);
  const { button, caption, guess, softmax, toggle, weights } = await openSoftmax(page, site);

  await button('Set the first score to 100').click();
  await expect(guess('1')).toBeFocused();
  await guess('NaN').check();
  await button('Set it to 100').click();
  await expect(softmax.locator('mh-predict')).toContainText('As you predicted.');
  expect(await weights()).toEqual(['NaN', '0', '0']);
  await expect(caption).toContainText('2.7 × 10⁴³');
  const [{ detail }] = await eventsOf(page, 'mh-answer');
  expect(detail).toMatchObject({ question: 'softmax:overflow', answer: 'NaN', correct: true });

  await toggle('Subtract the largest score first').check();
  await expect.poll(weights).toEqual(['1.000', '0.000', '0.000']);
  await expect(caption).toContainText('9.9 × 10⁴² times as large. Numbers');
});

for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
]) {
  test(`axe finds nothing in eight keys, ${colorScheme}, ${width} px wide`, async ({
    page,
    site,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const { button, softmax } = await openSoftmax(page, site, {
      scores: '100,-3,0,1.2345,1,1,1,1',
      temperature: '0.3',
    });
    await softmax.getByText('Why e?').click();
    await button('Show as table').click();

    expect(await faults(page)).toEqual([]);
    const scrollWidth = await page.evaluate(() => document.scrollingElement.scrollWidth);
    expect(scrollWidth).toBeLessThanOrEqual(width);
  });
}
