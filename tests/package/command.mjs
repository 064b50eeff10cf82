/** `npx manyheads`, as installed, in a folder of its own for each test file. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installed, packageJson } from './installed.mjs';

const command = join(installed, packageJson.bin.manyheads);

/** The folder in which the command is run. */
export const folder = mkdtempSync(join(tmpdir(), 'manyheads-command-'));

export const write = (name, content) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
  writeFileSync(join(folder, name), text);
  return name;
};
export const read = (name) => readFileSync(join(folder, name), 'utf8');

/** @return the exit code and the lines that were printed */
const start = (program, words) =>
  new Promise((resolve) => {
    const options = { cwd: folder, maxBuffer: 2 ** 25 };
    execFile(program, words, options, (error, stdout, stderr) => {
      const lines = (stdout + stderr).split('\n').filter(Boolean);
      resolve({ code: error?.code ?? 0, lines });
    });
  });
export const run = (...args) => start(process.execPath, [command, ...args]);

/** Where no file can have more than 100 KiB: as on a full disk. */
export const runWithLittleSpace = (...args) =>
  start('sh', ['-c', 'ulimit -f 200; exec "$0" "$@"', process.execPath, command, ...args]);

/** As a user whom permissions stop: they do not stop root. */
export const runWithPermissions = (...args) =>
  process.getuid() === 0
    ? start('setpriv', [
        '--bounding-set=-dac_override,-dac_read_search',
        ...[process.execPath, command, ...args],
      ])
    : run(...args);

/** A quiz file with one question. */
export const own = {
  id: 'rows',
  type: 'numeric',
  question: 'How many rows, with {T} tokens?',
  numbers: [{ T: 4 }, { T: 6 }],
  answer: 'T',
  mistakes: [{ value: 'T^2', feedback: 'Those are the entries.' }],
  explanation: 'One per query.',
};
