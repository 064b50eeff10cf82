import { faults } from '../axe.mjs';
import { engine, printed } from '../computed.mjs';
import { expect, test } from '../fixtures.mjs';
import { cellOf } from '../sandbox/sandbox-page.mjs';

/** What the core computes for the figure's layer. */
function traceOf(options = {}) {
  const x = engine.embed(['The', 'cat', 'sat', 'on'], { dModel: 8, seed: 0 });
  const layer = engine.attention({ dModel: 8, numHeads: 2, seed: 0 });
  const trace = layer.trace(x, options);
  layer.dispose();
  return trace;
}

async function openSteps(page, site, settings) {
  await page.goto(`${site}#steps?${new URLSearchParams(settings)}`);
  const steps = page.locator('#main-steps');
  await expect(steps.getByRole('slider', { name: 'Step' })).toBeVisible();
  return {
    steps,
    grid: (name) => steps.getByRole('grid', { name: new RegExp(`^${name}\\b`, 'u') }),
    editor: steps.getByRole('group', { name: 'Change this number' }),
    button: (name) => steps.getByRole('button', { name, exact: true }),
    done: steps.locator('.edit-done'),
    listing: steps.locator('mh-steps-listing'),
  };
}

test('a changed number is announced, and also that its change is undone', async ({
  page,
  site,
}) => {
  const { button, editor, steps } = await openSteps(page, site, { step: 4 });
  const status = steps.locator('p.unseen[role=status]');
  await editor.getByRole('spinbutton').fill('2.5');
  await editor.getByRole('spinbutton').press('Enter');
  await expect(status).toContainText('2.5');
  await button('Undo').click();

  await expect(status).toContainText('2 heads, each 4 wide');
});

test('a score is dragged, undone, redone, typed and restored', async ({ page, site }) => {
  const { grid, button, done, editor, listing } = await openSteps(page, site, { step: 4 });
  const score = traceOf().scores.data[13];
  const cell = cellOf(grid('scores'), 3, 1);
  await cell.scrollIntoViewIfNeeded();
  const box = await cell.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];

  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y);
  await page.mouse.move(x + 60, y);
  await page.mouse.up();

  const wanted = Math.round((score + 3) * 100) / 100;
  await expect(cell).toHaveAccessibleName(/changed by you$/u);
  await expect(done).toContainText(`Head 0, score of on for cat: ${wanted}`);
  await expect(done).toContainText(`instead of ${printed(score)}`);
  await expect.poll(() => page.url()).toContain(`edits=scores0.3.1%3D${wanted}`);
  await expect(listing).toContainText(`scores[3, 1] = ${wanted}`);

  await button('Undo').click();
  await expect(done).toBeEmpty();
  await expect(cell).not.toHaveAccessibleName(/changed/u);
  await button('Redo').click();
  await expect(done).toContainText(String(wanted));

  const field = editor.getByRole('spinbutton', { name: 'Head 0, score of on for cat' });
  await field.fill('5000');
  await field.press('Enter');
  await expect(editor.getByRole('alert')).toContainText('a number from −1000 to 1000');
  await field.fill('-1.5');
  await field.press('Enter');
  await expect(done).toContainText('−1.5 instead of');
  await button('Restore this number').click();
  await expect(done).toBeEmpty();
});

test('keys change a weight and hide a key, and the later steps follow', async ({ page, site }) => {
  const { grid, done, steps } = await openSteps(page, site, { step: 4, causal: '1' });
  await cellOf(grid('mask'), 3, 0).focus();
  await page.keyboard.press('-');
  await expect(done).toContainText('on can no longer see The, in any head');
  await expect(cellOf(grid('scores'), 3, 0)).toHaveAccessibleName(/hidden$/u);
  const mask = engine.tensor.tril(engine.tensor.ones([4, 4]));
  mask.data[12] = 0;
  const { weights } = traceOf({ mask });

  await steps.getByRole('button', { name: 'Next: softmax' }).click();
  await expect(cellOf(grid('weights'), 3, 1)).toHaveAccessibleName(
    `on, cat: ${printed(weights.data[13])}`,
  );
  await cellOf(grid('weights'), 3, 1).focus();
  await page.keyboard.press('+');
  await expect(steps).toContainText('You cannot change an attention weight');
  await page.keyboard.press('Control+z');
  await expect(done).toBeEmpty();
});

test('an address with changes shows them, Reset drops them, and axe finds nothing', async ({
  page,
  site,
}) => {
  const edits = 'wq.2.1=1.25 scores0.9.9=1 wq.0.0=NaN';
  const { steps, done, button } = await openSteps(page, site, { step: 2, cell: 'wq,2,1', edits });

  await expect(done).toContainText('wq[2, 1]: 1.25 instead of');
  await expect(steps.locator('mh-steps-listing')).toContainText('wq[2, 1] = 1.25');
  await button('Code for this figure').click();
  await expect(steps).toContainText('edits="wq.2.1=1.25"');
  expect(await faults(page, '#main-steps')).toEqual([]);

  await button('Reset').click();
  await expect(done).toBeEmpty();
});
