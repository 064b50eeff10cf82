import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  insertParts,
  readParts,
  shortCss,
  shortenStyles,
} from '../../emscripten/package/short-css.mjs';

test('styles lose comments, line ends and last semicolons', () => {
  const styles = `
    /* a note */
    .a,
    .b > p {
      margin: 0 calc(1px + 2px) 3px;
      color: red;
    }
  `;

  assert.equal(shortenStyles(styles), ' .a,.b > p{margin:0 calc(1px + 2px) 3px;color:red}');
});

test('expressions stay as they are, and the spaces around values', () => {
  const styles = 'p { margin: ${ a , b } 0; width: calc(${x} + 1px); }';

  assert.equal(shortenStyles(styles), 'p{margin:${ a , b } 0;width:calc(${x} + 1px)}');
});

test('only css`…` of TypeScript is touched', () => {
  const { transform } = shortCss();
  const code = 'const a = css`p { x: y; }`, b = html`<p>{ c; }</p>`';

  assert.equal(transform(code, '/a.ts'), 'const a = css`p{x:y}`, b = html`<p>{ c; }</p>`');
  assert.equal(transform(code, '/a.js'), null);
});

test('what rules share is written into them, and not imported', () => {
  const parts = readParts(
    'export const a = css`\n  x: y;\n`; export const b = css`\n  ${a}\n  z: 0;\n`;',
  );
  const code = "import { b } from '../ui/style-parts.js';\ncss`p { ${b} } q { ${a} }`";

  const inserted = insertParts(code, parts);

  assert.equal(shortenStyles(inserted), 'css`p{x:y;z:0}q{${a}}`');
});
