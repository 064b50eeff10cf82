/** NumPy as the cells have it, against what real NumPy printed (tests/golden/numpy_cells.py). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { startPython } from '../python.mjs';

const golden = new URL('../../../golden/numpy_cells.json', import.meta.url);
const { snippets } = JSON.parse(readFileSync(golden, 'utf8'));
const python = await startPython();

for (const { name, code, printed } of snippets) {
  test(`prints as NumPy does: ${name}`, () => {
    const given = python.run(code);

    assert.equal(given.error?.trace, undefined);
    assert.equal(given.printed, printed);
  });
}
