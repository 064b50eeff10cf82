import { expect, test } from '../fixtures.mjs';
import { eventsOf, recordEvents } from '../sandbox/sandbox-page.mjs';

/** A cell, and what is done with it. */
function cellIn(page, id) {
  const cell = page.locator(`#${id}`);
  const editor = cell.getByRole('textbox', { name: 'Python code' });
  const button = (name) => cell.getByRole('button', { name, exact: true });
  return {
    cell,
    editor,
    button,
    output: cell.getByRole('log', { name: 'Output' }),
    type: (code) => editor.fill(code),
    run: (name = 'Run') => button(name).click(),
  };
}

async function openCells(page, address) {
  await page.goto(`${address}#cells`);
  const open = (id) => cellIn(page, `cell-${id}`);
  await expect(open('define').editor).toBeVisible();
  return open;
}

test('the lesson’s two cells share their names and print ten zeros', async ({ page, site }) => {
  const open = await openCells(page, site);
  await open('define').run();
  await expect(open('define').output).toContainText('x (1, 10, 8)');
  await expect(open('define').cell).toContainText('run 1');
  await open('forward').run();

  const zeros = Array.from({ length: 10 }, (_, i) => `${i} 0.0`).join('\n');
  await expect(open('forward').output).toHaveText(zeros);
  await expect(open('forward').cell).toContainText('run 2');
});

test('cells out of order say which one comes first', async ({ page, site }) => {
  const open = await openCells(page, site);
  await open('forward').run();

  await expect(open('forward').output).toContainText("NameError: name 'x' is not defined");
  await expect(open('forward').cell).toContainText('The cell above defines x: run it first.');
});

test('Run all runs the cells of a group in their order', async ({ page, site }) => {
  const open = await openCells(page, site);
  await open('forward').run('Run all');

  await expect(open('forward').output).toContainText('9 0.0');
  await expect(open('define').output).toContainText('x (1, 10, 8)');
  await expect(open('causal').output).toBeEmpty();
});

test('an error marks its line and is shown', async ({ page, site }) => {
  const open = await openCells(page, site);
  await open('define').type('import numpy as np\nx = np.ones((2, 3))\nx @ x\nprint("never")');
  await open('define').run();

  await expect(open('define').output).toContainText('cell 1, line 3');
  await expect(open('define').output).toContainText('ShapeError: matmul: b [2, 3]');
  await expect(open('define').output.locator('[lang=en]')).toContainText('ShapeError');
  await expect(open('define').cell.locator('.pce-line.wrong')).toHaveText(/x @ x/u);
  await expect(open('define').cell.getByText('There is an error in line 3.')).toHaveRole('status');
});

test('output appears while a cell runs, and Stop ends an endless loop', async ({ page, site }) => {
  const open = await openCells(page, site);
  await open('define').type('print("begun")\nwhile True:\n    pass');
  await open('define').run();
  await expect(open('define').output).toHaveText('begun');
  await open('define').button('Stop').click();

  await expect(
    open('define')
      .cell.getByText(/^Stopped\. All variables/u)
      .first(),
  ).toBeVisible();
  await open('define').type('print(1 + 1)');
  await open('define').run();
  await expect(open('define').output).toHaveText('2');
});

test('the output of a loop that prints forever is cut, and Stop ends it', async ({
  page,
  site,
}) => {
  const open = await openCells(page, site);
  await open('define').type('while True:\n    print("again")');
  await open('define').run();

  await expect(open('define').cell).toContainText('The rest of the output is not shown.');
  await open('define').button('Stop').click();
  await expect(open('define').button('Run')).toBeVisible();
});

test('Clear all variables removes the names that cells defined', async ({ page, site }) => {
  const open = await openCells(page, site);
  await open('define').run();
  await expect(open('define').cell).toContainText('run 1');
  await open('define').run('Clear all variables');
  await expect(open('define').cell).toContainText('variables cleared');
  await open('forward').run();

  await expect(open('forward').output).toContainText('NameError');
});

test('removing all cells and adding them again says that their names are lost', async ({
  page,
  site,
}) => {
  const open = await openCells(page, site);
  await open('define').run();
  await expect(open('define').cell).toContainText('run 1');
  await page.evaluate(() => {
    const cells = [...document.querySelectorAll('mh-cell[group="mha"]')];
    const places = cells.map((cell) => cell.parentNode);
    for (const cell of cells) cell.remove();
    cells.forEach((cell, i) => places[i].append(cell));
  });

  await expect(open('define').cell).toContainText('variables cleared');
});

test('an edit fires an event, survives a reload, and can be undone', async ({ page, site }) => {
  const open = await openCells(page, site);
  await open('define').type('print("mine")');
  await expect.poll(() => page.url()).toContain('cell-define');
  await page.reload();
  await expect(open('define').editor).toHaveValue('print("mine")');
  await open('define').button('Restore').click();

  await expect(open('define').editor).toHaveValue(/^import numpy as np/u);
});

test('a failed check shows the numbers that differ, and a solution after two tries', async ({
  page,
  site,
}) => {
  await recordEvents(page);
  const open = await openCells(page, site);
  await open('merge').run('Run and check');
  await expect(open('merge').cell).toContainText(
    /Not yet\. In sentence 0, token 1 should hold head 0's \[5 6 7 8 9\]/u,
  );
  await expect(open('merge').button('Show a solution')).toHaveCount(0);
  await open('merge').run('Run and check');
  await open('merge').run('Show a solution');

  await expect(open('merge').cell.locator('.solution pre')).toBeFocused();
  await expect(open('merge').cell).toContainText('heads.transpose(0, 2, 1, 3)');
  const answers = await eventsOf(page, 'mh-answer');
  expect(answers.map(({ detail }) => [detail.question, detail.correct, detail.attempts])).toEqual([
    ['cell/merge', false, 1],
    ['cell/merge', false, 2],
  ]);
});

test('a check passes correct code', async ({ page, site }) => {
  await recordEvents(page);
  const open = await openCells(page, site);
  await open('merge').type(
    'def merge_heads(x):\n    B, H, T, d = x.shape\n    return x.swapaxes(1, 2).reshape(B, T, H * d)',
  );
  await open('merge').run('Run and check');

  await expect(open('merge').cell).toContainText('The check passes.');
  await expect(open('merge').cell).toContainText('join it with d\u200ahead.');
  const [{ detail }] = await eventsOf(page, 'mh-answer');
  expect(detail).toMatchObject({ element: 'mh-cell', question: 'cell/merge', correct: true });
});

test('on a German page, what is announced of a check is German, its reason marked as English', async ({
  page,
  site,
}) => {
  const open = await openCells(page, site);
  await page.evaluate(() => document.querySelector('#settings [value=de]').click());
  const { cell } = open('merge');
  await cell.getByRole('button', { name: 'Ausführen und prüfen' }).click();

  const announced = cell.getByRole('status').filter({ hasText: 'Noch nicht.' });
  await expect(announced.locator('[lang=en]')).toHaveText(
    /^In sentence 0, token 1 should hold head 0's/u,
  );
  await expect(announced).toHaveText(/^\s*Noch nicht\. In sentence 0, token 1 should/u);
});

test('the keyboard runs a cell, indents, and leaves the editor by Escape and Tab', async ({
  page,
  site,
}) => {
  const open = await openCells(page, site);
  const { editor, output, button } = open('define');
  await editor.fill('');
  await editor.press('Tab');
  await expect(editor).toHaveValue('    ');
  await editor.fill('print(6 * 7)');
  await editor.press('Control+Enter');
  await expect(output).toHaveText('42');
  await expect(editor).toBeFocused();
  await editor.press('Escape');
  await editor.press('Tab');

  await expect(editor).not.toBeFocused();
  await expect(output).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button('Run')).toBeFocused();
});

test('a cell cannot import JavaScript', async ({ page, site }) => {
  const open = await openCells(page, site);
  await open('define').type('import js\njs.fetch("/")');
  await open('define').run();

  await expect(open('define').output).toContainText(
    'ImportError: JavaScript is out of reach here: a cell has Python only',
  );
});

test('a cell trains a model of the engine, saves it and loads it again', async ({ page, site }) => {
  const open = await openCells(page, site);
  await open('define').type(`import manyheads as mh
with mh.trainer(task='relations', num_heads=2, seed=1) as trainer:
    before, file = trainer.evaluate().loss, (trainer.step(5), trainer.save())[1]
again = mh.trainer_from_checkpoint(file)
layer = again.attention()
cache = layer.cache(capacity=4, page_size=2)
print(trainer, again.evaluate().loss < before, cache.step(mh.tensor.ones([3, 32])).shape, cache.pages)`);
  await open('define').run();
  await expect(open('define').output).toHaveText('Trainer (closed) True (3, 32) [0, 1]');

  await open('define').run('Clear all variables');
  await open('define').type('import manyheads\nprint(manyheads.memory().handles)');
  await open('define').run();
  await expect(open('define').output).toHaveText('0');
});

test('a hostile state leaves the cell as it was', async ({ page, site }) => {
  const open = await openCells(page, site);
  for (const state of [
    null,
    'x',
    { code: 7, tries: -1, passed: 'yes' },
    { code: 'a'.repeat(1e5) },
  ]) {
    await page.locator('#cell-define').evaluate((cell, given) => (cell.state = given), state);
    await expect(open('define').editor).toHaveValue(/^import numpy as np/u);
  }
});

test('Python is fetched only where a cell is visible', async ({ page, site, requests }) => {
  await page.goto(site);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(requests.filter((address) => address.endsWith('micropython.wasm'))).toEqual([]);

  await page.goto(`${site}#cells`);

  await expect
    .poll(() => requests.filter((address) => address.endsWith('micropython.wasm')))
    .not.toEqual([]);
});

test('cells run from the disk, in the one file', async ({ page, singleFile }) => {
  const open = await openCells(page, singleFile);
  await open('forward').run('Run all');

  await expect(open('forward').output).toContainText('9 0.0');
});

test('without workers, a cell shows recorded output and says so', async ({
  page,
  host,
  complaints,
}) => {
  const { served } = host.write(
    'no-workers.html',
    `<!doctype html><meta http-equiv="Content-Security-Policy" content="worker-src 'none'">
    <script type="module" src="./manyheads/elements-define.js"></script>
    <mh-cell id="refused" exercise="define"></mh-cell>`,
  );
  await page.goto(served);
  const { cell, output } = cellIn(page, 'refused');

  await expect(cell).toContainText('Recorded output, not run here:');
  await expect(cell).toContainText('x (1, 10, 8) W_Q (8, 8)');
  await expect(cell.getByRole('alert')).toContainText('Python cannot run on this page.');
  await expect(output).toHaveCount(0);
  complaints.length = 0; // the browser tells the console of what it refused
});

test('a cell of an unknown exercise has its code again with a known one', async ({
  page,
  site,
}) => {
  const { cell, editor } = (await openCells(page, site))('define');
  const choose = (exercise) => cell.evaluate((each, name) => (each.exercise = name), exercise);
  await choose('nothing');
  await expect(cell.getByRole('alert')).toContainText('nothing');
  await choose('define');

  await expect(editor).toHaveValue(/import numpy/u);
});

test('two plain scripts run a custom cell from the disk', async ({ page, host }) => {
  const { file } = host.write(
    'plain-cells.html',
    `<!doctype html><meta charset="utf-8">
    <script src="./manyheads/manyheads-cells.iife.js"></script>
    <script src="./manyheads/manyheads.iife.js"></script>
    <mh-cell id="own" question="How many weights?">
      <pre>
      import numpy as np
      for n in (2, 3):
          print(np.ones((n, n)).size)
      </pre>
    </mh-cell>`,
  );
  await page.goto(file);
  const { editor, output, run } = cellIn(page, 'own');
  await expect(editor).toHaveValue(/^import numpy as np\nfor n in \(2, 3\):\n {4}print/u);
  await run();

  await expect(output).toHaveText('4\n9');
});
