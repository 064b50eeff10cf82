import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { renderMarkdown } = await bundled('command/pack/markdown.ts');
const parts = { element: () => '', image: () => '', link: (address) => address, report() {} };
const render = (text) => renderMarkdown(text, 1, parts).html;

test('columns are aligned without a style attribute, which the page’s policy forbids', () => {
  const html = render('| a | b | c |\n| - | -: | :-: |\n| 1 | 2 | 3 |\n');

  assert.doesNotMatch(html, /style=/u);
  assert.match(html, /<td>1<\/td>\s*<td class="right">2<\/td>\s*<td class="center">3<\/td>/u);
});

test('code that may scroll is reached with the keyboard', () => {
  assert.match(
    render('```python\nx = 1\n```\n'),
    /^<pre tabindex="0"><code class="language-python">/u,
  );
  assert.match(render('    x = 1\n'), /^<pre tabindex="0"><code>/u);
});

test('cells that a row has more than the head are reported, with the line', () => {
  const reported = [];
  const report = (line, message) => reported.push(`${line}: ${message}`);
  renderMarkdown(
    [
      '| a | b |\n| - | - |\n| 1 | 2 |\n| `x|y` | 3 |\n| 4 |\n| `x\\|y` | 5 |\n6 | 7\n',
      '> | c |\n> | - |\n> | 8 |\n> | 9 | 10 | 11 |\n',
    ].join('\n'),
    3,
    { ...parts, report },
  );

  assert.deepEqual(reported, [
    '6: this row has 3 cells and the head 2; write \\| for a | that is text',
    '14: this row has 3 cells and the head 1; write \\| for a | that is text',
  ]);
});
