import { expect, test } from '../fixtures.mjs';

/** A page with these elements, on someone else's site. */
async function open(page, host, tags) {
  const elements = tags.map((tag) => `<${tag}></${tag}>`).join('\n');
  await page.goto(
    host.write(
      'focus.html',
      `<!doctype html><title>Focus</title><meta charset="utf-8">
      <script type="module" src="manyheads/elements-define.js"></script>
      <button>before</button>${elements}`,
    ).served,
  );
}

/** The element with the focus and the part of it, such as `mh-predict p.ask`. */
const focused = (page) =>
  page.evaluate(() => {
    const path = [document.activeElement];
    while (path.at(-1).shadowRoot?.activeElement) path.push(path.at(-1).shadowRoot.activeElement);
    const names = path.map(({ localName, className }) => `${localName}.${className}`);
    return names.slice(-2).join(' ').replaceAll('. ', ' ').trim();
  });

const asking = ['feed-forward', 'identities', 'kv', 'masks', 'memory', 'output-projection'];
asking.push('pipeline', 'sandbox', 'saturation', 'softmax', 'training');
/** Where the verdict comes later: the button that stops what runs, or where the verdict will be. */
const whileRunning = {
  'mh-kv': 'mh-predict p.ask',
  'mh-memory': 'mh-memory button.plain',
  'mh-training': 'mh-training button.filled',
};

for (const tag of asking.map((name) => `mh-${name}`)) {
  test(`after a guess the focus in ${tag} is on the verdict, or on what runs`, async ({
    page,
    host,
  }) => {
    await open(page, host, [tag]);
    const predict = page.locator('mh-predict').first();
    const form = predict.locator('form');
    const question = await form.locator('#ask').textContent();
    await expect(form.getByRole('group')).toHaveAccessibleDescription(plain(question));
    expect(await announces(form), 'a question that changes').toBe(null);
    await form.locator('input').first().press('Space');
    await form.locator('button').press('Enter');
    await expect(form).toHaveCount(0);

    await expect.poll(() => focused(page)).toBe(whileRunning[tag] ?? 'mh-predict p.ask');
    if (whileRunning[tag]) return;
    expect(await announces(predict.locator('p')), 'a verdict that has the focus').toBe('off');
  });
}

const plain = (text) => text.replace(/\s+/gu, ' ').trim();

/** How the live region around a part announces it. */
const announces = (part) =>
  part.evaluate((element) => element.closest('[aria-live]')?.getAttribute('aria-live') ?? null);

test('Undo and Redo pass the focus on when nothing is left to undo', async ({ page, host }) => {
  await open(page, host, ['mh-kv']);
  await page.getByRole('slider').first().press('ArrowRight');
  await page.getByRole('button', { name: 'Undo' }).press('Space');
  await expect(page.getByRole('button', { name: 'Redo' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Redo' })).toBeDisabled();
  expect(await focused(page)).toBe('mh-kv button.link');
});

test('a weight of the sandbox is undone and restored without losing the focus', async ({
  page,
  host,
}) => {
  await open(page, host, ['mh-sandbox']);
  const detail = page.locator('mh-head-detail');
  const button = (name) => detail.getByRole('button', { name });
  await detail.getByRole('tab', { name: 'W Q', exact: true }).click();
  await detail.getByRole('gridcell').first().click();
  await detail.getByRole('spinbutton').fill('2');
  await page.keyboard.press('Enter');
  await button('Undo').press('Space');
  await expect(button('Redo')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(button('Undo')).toBeFocused();
  await button('Restore this number').press('Space');
  await expect(button('Undo')).toBeFocused();
});

test('the sizes of a model that replace their button get its focus', async ({ page, host }) => {
  await open(page, host, ['mh-cost']);
  await page.getByRole('button', { name: 'Change the sizes' }).press('Enter');
  await expect(page.locator('mh-cost input:focus')).toBeVisible();
});
