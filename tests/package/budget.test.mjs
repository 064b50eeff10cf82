/** What a page loads before its first result, compressed as servers do it at best. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { installed, repository } from './installed.mjs';

const budget = JSON.parse(readFileSync(join(repository, 'emscripten/budget.json'), 'utf8'));

const compressedSize = (file) =>
  brotliCompressSync(readFileSync(join(installed, 'dist', file)), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
  }).length;

function checkSize(bytes, limit) {
  const advice = 'make it smaller, or raise emscripten/budget.json';
  assert.ok(bytes <= limit, `${bytes} bytes, ${bytes - limit} too many: ${advice}`);
}

for (const [file, limit] of Object.entries(budget.files)) {
  test(`${file} is within its budget of ${limit} bytes of brotli`, () => {
    checkSize(compressedSize(file), limit);
  });
}

test(`together they are within ${budget.together} bytes`, () => {
  const files = Object.keys(budget.files);
  const bytes = files.reduce((sum, file) => sum + compressedSize(file), 0);

  assert.deepEqual(files, ['manyheads.wasm', 'index.js']);
  checkSize(bytes, budget.together);
});
