/** The table of numbers: a column for each engine, a row for each thing that it computes. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../emscripten/commands/run.mjs';

const program = join(repository, 'build/release/tests/browsers/manyheads_numbers');

/** What numbers.cpp prints; null if it is not built. */
export function nativeNumbers() {
  if (!existsSync(program)) return null;
  const lines = execFileSync(program, { encoding: 'utf8' }).trim().split('\n');
  return Object.fromEntries(
    lines.map((line) => {
      const [name, list] = line.split(': ');
      return [name, list.split(' ').map((text) => Math.fround(text))];
    }),
  );
}

const bits = (list) => Buffer.from(Float32Array.from(list).buffer);

export function expectSameBits(found, wanted) {
  assert.deepEqual(Object.keys(found), Object.keys(wanted));
  for (const [name, list] of Object.entries(wanted)) {
    assert.equal(bits(found[name]).toString('hex'), bits(list).toString('hex'), name);
  }
}

/** Differences are up to 1e-6 of the row's largest number. */
export function expectNear(found, wanted) {
  assert.deepEqual(Object.keys(found), Object.keys(wanted));
  for (const [name, list] of Object.entries(wanted)) {
    const largest = Math.max(...list.map(Math.abs));
    const error = Math.max(...list.map((number, i) => Math.abs(number - found[name][i])));
    assert.equal(found[name].length, list.length, name);
    assert.ok(error <= 1e-6 * largest, `${name}: ${error / largest}`);
  }
}

const hash = (list) => createHash('sha256').update(bits(list)).digest('hex').slice(0, 8);

/** @param numbers  by engine; null for one that has none */
export function tableOf(numbers) {
  const engines = Object.keys(numbers).filter((engine) => numbers[engine]);
  const line = (name, cells) => [name.padEnd(20), ...cells.map((cell) => cell.padEnd(9))].join(' ');
  const rows = Object.keys(numbers.Node).map((row) =>
    line(
      row,
      engines.map((engine) => hash(numbers[engine][row])),
    ),
  );
  return ['SHA-256 of the float32 numbers, the first 8 digits', line('', engines), ...rows].join(
    '\n',
  );
}
