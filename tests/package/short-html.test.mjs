import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAst } from 'rolldown/parseAst';
import { withoutIndentation } from '../../emscripten/package/short-html.mjs';

const shorten = (code) => withoutIndentation(code, parseAst(code));

test('templates lose their indentation, also those in expressions', () => {
  const code = 'const a = html`<p>\n    ${b ? html`<i>\n      x</i>` : svg`\n  <g>`}\n  </p>`;';

  assert.equal(shorten(code), 'const a = html`<p>\n${b ? html`<i>\nx</i>` : svg`\n<g>`}\n</p>`;');
});

test('other texts stay as they are, also within templates', () => {
  const code = 'const a = `x\n  y`, b = css`p {\n  z: 0 }`, c = html`<pre>${`d\n  e`}</pre>`;';

  assert.equal(shorten(code), code);
});
