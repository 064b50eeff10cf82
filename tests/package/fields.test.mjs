/** The tables that the package has from the core. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fieldTables } from '../../emscripten/commands/field-tables.mjs';

test("emscripten/package/fields.ts says what the core's tables do", async () => {
  const { path, text } = await fieldTables();

  assert.equal(readFileSync(path, 'utf8'), text, 'run npm run build:core');
});
