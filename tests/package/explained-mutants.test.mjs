/** The mutants that no test can notice, each with its reason: see tests/mutation/README.md. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { repository } from '../../emscripten/commands/run.mjs';

const explained = JSON.parse(
  readFileSync(new URL('../mutation/explained.json', import.meta.url), 'utf8'),
);

test('every explained mutant changes a line that exists', () => {
  const lines = (file) => readFileSync(join(repository, file), 'utf8').split('\n');
  const stale = explained.filter(
    ({ file, code }) => !lines(file).some((line) => line.trim() === code),
  );

  assert.ok(explained.length > 0);
  assert.deepEqual(stale, []);
});
