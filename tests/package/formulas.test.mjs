/** engine.formulas: formulas as people write them, and whether two of them are the same. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { engine } from './installed.mjs';

const { evaluate, sameValue } = engine.formulas;
const values = { num_layers: 80, num_kv_heads: 8, d_head: 128, T: 4096, d_model: undefined };

for (const [text, expected] of [
  ['2 · num_layers · g · d_k · T · 8 · 2', 10 * 2 ** 30],
  ['sqrt(d_head)', Math.sqrt(128)],
  ['np.sqrt(d_k)', Math.sqrt(128)],
  ['d_head**0.5', Math.sqrt(128)],
  ['1e9', 1e9],
  ['0.3', 0.3],
  ['123.456e-2', 1.23456],
  ['−2^2 ÷ 4', -1],
  ['log2(2^20)', 20],
  ['max(T, 2, 3) - min(T, 7)', 4089],
]) {
  test(`${text} is ${expected}`, () => assert.equal(evaluate(text, values), expected));
}

test('formulas are equal however they are written', () => {
  const names = ['d_head', 'num_heads', 'd_model = num_heads*d_head'];

  assert.equal(sameValue('math.sqrt(d_k)', '√(d_model / h)', names), true);
  assert.equal(sameValue('sqrt(d_model)', 'sqrt(d_head)', names), false);
});

describe('what cannot be read is a FormatError with its column', () => {
  for (const [text, column, says] of [
    ['', 1, 'nothing'],
    ['sqrt(d_k', 5, "'(' is not closed"],
    ['2 d_k', 3, 'operator is missing'],
    ['2 × 🐈', 5, "'🐈'"],
    ['d_model', 1, "'d_model' is not known here; there are 'num_layers'"],
    ['T/0', 2, 'no finite value'],
    ['('.repeat(1000), 51, 'too much'],
    ['-('.repeat(400), 101, 'too much'],
    ['1'.repeat(100_000), 1001, 'too long'],
    ['\0', 1, 'missing before'],
  ]) {
    test(`'${text.slice(0, 20)}'`, () => {
      assert.throws(
        () => evaluate(text, values),
        (error) => {
          assert.equal(error.name, 'FormatError', error.message);
          assert.ok(error.message.includes(says), error.message);
          assert.equal(error.column, column, error.message);
          return true;
        },
      );
    });
  }
});

test('arguments of the wrong type, and names that are none, are a ConfigError', () => {
  expectError(() => evaluate(8, values), { is: 'ConfigError', field: 'text', says: '8' });
  expectError(() => evaluate('T', { T: '8' }), {
    is: 'ConfigError',
    field: 'values.T',
    says: "'8'",
  });
  expectError(() => evaluate('T'), { is: 'ConfigError', field: 'values', says: 'missing' });
  expectError(() => sameValue('T', 'T', 'T'), { is: 'ConfigError', field: 'names' });
});

test('an error in a name that is computed has its column in the whole text', () => {
  expectError(() => sameValue('a', 'a', ['a', 'd_model = a*?']), { is: 'FormatError', column: 13 });
  expectError(() => sameValue('b', 'a', ['b = a', 'a']), { is: 'FormatError', column: 5 });
  assert.equal(sameValue('b', '2', ['  b = 2']), true);
});

test('more names than a formula needs are a ConfigError', () => {
  const many = Array.from({ length: 51 }, (_, i) => `n${i}`);
  const wanted = { is: 'ConfigError', says: '51 names, wanted at most 50' };

  expectError(() => sameValue('n1', 'n1', many), { ...wanted, field: 'names' });
  expectError(() => evaluate('n1', Object.fromEntries(many.map((name) => [name, 1]))), {
    ...wanted,
    field: 'values',
  });
});
