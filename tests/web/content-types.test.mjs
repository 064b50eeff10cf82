import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { contentTypes } from '../../emscripten/commands/content-types.mjs';

for (const { path, text } of await contentTypes()) {
  test(`${basename(path)} says what its schema does`, () => {
    assert.equal(readFileSync(path, 'utf8'), text, 'run npm run types:content');
  });
}
