import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { engine } from './installed.mjs';
import { assertClose, toNested } from './tensors.mjs';

const none = { dModel: 6, positions: 'none' };
const embed = (tokens, options) => engine.embed(tokens, options);

test('gives one row per token', () => {
  assert.deepEqual(embed(['The', 'cat', 'sat'], { dModel: 6 }).shape, [3, 6]);
});

test('a row depends on the word and its position only', () => {
  const [cat, sat, again] = toNested(embed(['cat', 'sat', 'cat'], none));
  const [other] = toNested(embed(['cat'], none));

  assert.deepEqual(again, cat);
  assert.deepEqual(other, cat);
  assert.notDeepEqual(sat, cat);
});

test('follows from the seed', () => {
  assert.deepEqual(embed(['a'], { ...none, seed: 0 }), embed(['a'], none));
  assert.notDeepEqual(embed(['a'], { ...none, seed: 1 }), embed(['a'], none));
});

test('adds sines and cosines of the position by default', () => {
  const plain = embed(['a', 'a', 'a'], none);
  const expected = plain.data.map((value, at) => {
    const [t, i] = [Math.floor(at / 6), at % 6];
    const angle = t / 10000 ** ((i - (i % 2)) / 6);
    return value + (i % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
  });

  assertClose(embed(['a', 'a', 'a'], { dModel: 6 }), { shape: [3, 6], data: expected });
  assert.deepEqual(
    embed(['a'], { dModel: 6, positions: undefined }),
    embed(['a'], { dModel: 6, positions: 'sinusoidal' }),
  );
});

test('takes words of any script, and empty ones', () => {
  const rows = toNested(embed(['Katze', 'кошка', '猫', '🐈', '', ' ', 'a\0b', '\ud83d'], none));

  assert.equal(new Set(rows.map(String)).size, rows.length);
});

describe('what is wrong is an error that names it', () => {
  for (const [tokens, options, fields] of [
    [[], none, { is: 'ShapeError', argument: 'tokens', axis: 0 }],
    ['The cat', none, { is: 'ConfigError', field: 'tokens', says: "'The cat'" }],
    [['a', 1], none, { is: 'ConfigError', field: 'tokens', says: 'tokens[1] is 1' }],
    [['a', , 'b'], none, { is: 'ConfigError', field: 'tokens', says: 'tokens[1] is missing' }],
    [undefined, none, { is: 'ConfigError', field: 'tokens' }],
    [['a'], {}, { is: 'ConfigError', field: 'dModel', says: 'missing' }],
    [['a'], { dModel: 0 }, { is: 'ConfigError', field: 'dModel', says: 'is 0' }],
    [['a'], { dModel: '6' }, { is: 'ConfigError', field: 'dModel', says: "'6'" }],
    [['a'], { dModel: 6, seed: -1 }, { is: 'ConfigError', field: 'seed' }],
    [['a'], { dModel: 6, positions: true }, { is: 'ConfigError', says: "'none' or 'sinusoidal'" }],
    [['a'], { dModel: 2 ** 30 }, { is: 'OutOfMemoryError' }],
  ]) {
    test(JSON.stringify([tokens, options]), () =>
      expectError(() => embed(tokens, options), fields),
    );
  }
});
