import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startPython } from '../cells/python.mjs';
import { codeBlocks } from './chapter-listings.mjs';

// Inside the repository, where a listing's `import 'manyheads'` finds the built package.
const build = fileURLToPath(new URL('../../../build/', import.meta.url));
mkdirSync(build, { recursive: true });
const folder = mkdtempSync(join(build, 'chapter-listings-'));
after(() => rmSync(folder, { recursive: true }));

const recorded = JSON.parse(
  readFileSync(new URL('../../golden/chapter_listings.json', import.meta.url), 'utf8'),
);

/** Writes the text to a file of the folder. */
function write(name, text) {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const run = (program, ...args) => execFileSync(program, args, { encoding: 'utf8' });

/** Runs a listing and returns what it prints. The tests do not install PyTorch: its run is recorded. */
const languages = {
  js: (code) => run(process.execPath, write('listing.mjs', code)),
  cpp(code) {
    const program = join(folder, 'listing');
    run(
      'c++',
      '-std=c++20',
      '-Wall',
      '-Wextra',
      '-Werror',
      write('listing.cpp', code),
      '-o',
      program,
    );
    return run(program);
  },
  async numpy(code) {
    const python = await startPython();
    const { printed, error } = python.run(code);
    assert.equal(error, null, error?.trace);
    return printed;
  },
  pytorch: (code) => recorded[createHash('sha256').update(code).digest('hex')],
};

test('chapters have code', () => assert.ok(codeBlocks.length >= 10));

for (const { chapter, title, listings, output } of codeBlocks) {
  for (const [language, code] of Object.entries(listings)) {
    test(`${chapter}: “${title}” prints in ${language} what the chapter shows`, async () => {
      assert.equal(await languages[language](code), output);
    });
  }
}
