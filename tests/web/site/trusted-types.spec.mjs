/** Pages on which text becomes a script or a document only through a named policy. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../../emscripten/commands/run.mjs';
import { expect, test } from '../fixtures.mjs';

for (const name of ['index.html', 'embed.html', 'manyheads.html']) {
  test(`${name} asks for Trusted Types, and names two policies`, () => {
    const html = readFileSync(join(repository, 'dist-site', name), 'utf8');

    expect(html).toContain("require-trusted-types-for 'script'; trusted-types lit-html manyheads;");
  });
}

const elements = [
  ...['<mh-sandbox tokens="The cat sat" heads="2"></mh-sandbox>', '<mh-steps></mh-steps>'],
  ...['<mh-training steps="4" pace="all"></mh-training>', '<mh-quiz-set></mh-quiz-set>'],
  ...['<mh-quick-check></mh-quick-check>', '<mh-shape-check></mh-shape-check>'],
  ...['<mh-pattern-check></mh-pattern-check>', '<mh-bug-museum></mh-bug-museum>'],
  ...['<mh-interview></mh-interview>', '<mh-cell><pre>x = 1\nx + 1</pre></mh-cell>'],
];
const { modules } = JSON.parse(readFileSync(join(repository, 'dist/custom-elements.json'), 'utf8'));
const tags = modules
  .flatMap(({ declarations = [] }) => declarations.map(({ tagName }) => tagName))
  .filter((tag) => tag && tag !== 'mh-value'); // a number in a text has no figure

const strict = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';
  img-src 'self' data: blob:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none';
  form-action 'none'; require-trusted-types-for 'script'; trusted-types lit-html manyheads`;

const strictPage = (body) =>
  `<!doctype html><meta charset="utf-8"><title>Strict</title>
  <meta http-equiv="Content-Security-Policy" content="${strict}">
  <script type="module" src="./manyheads/elements-define.js"></script>${body}`;

/** Without the frame in which Python would start, and a worker without an address, which are tried first. */
function expectNoBreach(complaints) {
  const expected = /inline script|policy: (?:script-src-elem inline|worker-src blob)|blob:/u;
  expect(complaints.splice(0).filter((complaint) => !expected.test(complaint))).toEqual([]);
}

test('every element works on a strict page: edited, saved, trained, run', async ({
  page,
  host,
  complaints,
}) => {
  const { served } = host.write('strict.html', strictPage(elements.join('')));
  await page.goto(served);
  const button = (within, name) => page.locator(within).getByRole('button', { name, exact: true });

  await button('mh-sandbox', 'Edit the sentence').click();
  await page.locator('mh-sandbox').getByRole('textbox').first().fill('I love learning');
  await page.keyboard.press('Enter');
  await expect(page.locator('mh-sandbox')).toContainText('learning');
  await button('mh-sandbox', 'Save as…').click();
  for (const format of ['SVG', 'PNG']) {
    const download = page.waitForEvent('download');
    await button('mh-sandbox', format).click();
    await download;
  }

  await page.locator('mh-training').getByRole('radio', { name: 'neither' }).check();
  await button('mh-training', 'Run both').click();
  await expect(button('mh-training', 'Run again')).toBeVisible({ timeout: 25_000 });

  const editor = page.locator('mh-cell').getByRole('textbox');
  await editor.fill('');
  await editor.pressSequentially('if True:\nprint("<b>&amp;</b>")');
  await expect(editor).toHaveValue('if True:\n    print("<b>&amp;</b>")');
  await expect(page.locator('mh-cell .pce-line').nth(1)).toHaveText('    print("<b>&amp;</b>")');
  await expect(page.locator('mh-cell .token.keyword').first()).toHaveText('if');
  await button('mh-cell', 'Run').click();
  await expect(page.locator('mh-cell').getByRole('log')).toHaveText('<b>&amp;</b>');
  expectNoBreach(complaints);
});

test('every other figure works on a strict page: a button is pressed, a slider moved', async ({
  page,
  host,
  complaints,
}) => {
  test.slow(); // it opens every element
  for (const tag of tags.filter((tag) => !elements.join('').includes(`<${tag}`))) {
    const { served } = host.write(`strict-${tag}.html`, strictPage(`<${tag} id="it"></${tag}>`));
    await page.goto(served);
    const element = page.locator('#it');
    await expect(element.locator('button, input').first(), tag).toBeVisible();
    for (const control of ['button:enabled:not([aria-haspopup])', 'input[type=range]']) {
      const first = element.locator(control).first();
      if ((await first.count()) > 0)
        await first.press(control.startsWith('button') ? 'Enter' : 'ArrowRight');
    }
    await expect(element.getByRole('alert'), tag).toHaveCount(0);
  }
  expectNoBreach(complaints);
});
