import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { engine, installed, manyheads } from './installed.mjs';

const MiB = 2 ** 20;
const { limits } = engine;

test('multiplyAdd counts the operations of all its rounds', () => {
  const one = limits.multiplyAdd(1);

  assert.ok(Number.isInteger(one) && one > 0, String(one));
  assert.equal(limits.multiplyAdd(7), 7 * one);
});

test('multiplyAdd has 8, 10, 12 or 13 chains', () => {
  for (const chains of [8, 10, 12, 13]) assert.ok(limits.multiplyAdd(1, chains) > 0);
  for (const chains of [0, 9, 11, 14, '8', null]) {
    expectError(() => limits.multiplyAdd(1, chains), { is: 'ConfigError', field: 'chains' });
  }
});

describe('readMemory', () => {
  test('counts the bytes that it read, every round', () => {
    assert.equal(limits.readMemory(192 * 5, 1), 192 * 5);
    assert.equal(limits.readMemory(192 * 5, 3), 3 * 192 * 5);
  });

  test('reads only whole blocks of 192 bytes', () => {
    assert.equal(limits.readMemory(192 * 5 + 100, 2), 2 * 192 * 5);
    for (const bytes of [1, 2, 3, 4, 191]) assert.equal(limits.readMemory(bytes, 2), 0);
  });

  test('keeps its buffer between calls, and only the last', async () => {
    const fresh = await manyheads.load({ wasm: readFileSync(`${installed}/dist/manyheads.wasm`) });
    fresh.limits.readMemory(64 * MiB, 1);
    const { reserved } = fresh.memory();

    for (let i = 0; i < 10; ++i) fresh.limits.readMemory(64 * MiB, 1);
    for (const size of [32, 16, 48]) fresh.limits.readMemory(size * MiB, 1);

    assert.ok(reserved >= 64 * MiB);
    assert.ok(fresh.memory().reserved <= 2 * reserved, String(fresh.memory().reserved));
  });

  test('of more than fits is an OutOfMemoryError, and the next call works', () => {
    expectError(() => limits.readMemory(2 ** 33, 1), { is: 'OutOfMemoryError', says: 'bytes [' });
    assert.equal(limits.readMemory(192, 1), 192);
  });
});

test('sizes and rounds are whole numbers of at least 1', () => {
  for (const wrong of [0, -1, 0.5, NaN, '1', undefined]) {
    expectError(() => limits.multiplyAdd(wrong), { is: 'ConfigError', field: 'rounds' });
    expectError(() => limits.readMemory(wrong, 1), { is: 'ConfigError', field: 'bytes' });
    expectError(() => limits.readMemory(192, wrong), { is: 'ConfigError', field: 'rounds' });
  }
  const tooMany = { is: 'ConfigError', field: 'rounds', says: String(2 ** 20) };
  expectError(() => limits.multiplyAdd(2 ** 20 + 1), tooMany);
});
