/** shapes.parse: a shape as people write it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { engine } from './installed.mjs';

const { parse } = engine.shapes;
const sizes = { B: 2, T: 6, S: 5, H: 4, d_model: 64, d_head: 16 };

for (const [text, expected] of [
  ['[B, H, T, d_k]', [2, 4, 6, 16]],
  ['(2, 4, 6, 16)', [2, 4, 6, 16]],
  ['2 4 6 16', [2, 4, 6, 16]],
  ['B x T x H*d_head', [2, 6, 64]],
  ['[B*H, T, d_model/H]', [8, 6, 16]],
  ['[]', []],
  ['()', []],
  ['( )', []],
  ['B, T, d_model', [2, 6, 64]],
  ['2,4,6', [2, 4, 6]],
  ['2x4x6', [2, 4, 6]],
  ['BxTxS', [2, 6, 5]],
  ['2 × 4 × 6', [2, 4, 6]],
  ['B×T', [2, 6]],
  ['[B, T, (H d_head)]', [2, 6, 64]],
  ['b t (h d) ', [2, 6, 64]],
  ['(B H) T', [8, 6]],
  ['(B T) (H d)', [12, 64]],
  ['(6,)', [6]],
  ['6', [6]],
  ['[ 2 ,4 ]', [2, 4]],
  ['\t2\n4', [2, 4]],
  ['H·d_head', [64]],
  ['d_model / H / 2', [8]],
  ['2147483648', [2 ** 31]],
  ['[batch, seq_len, embed_dim]', [2, 6, 64]],
  ['B×T×(H·d_head)', [2, 6, 64]],
  ['b t (h d)', [2, 6, 64]],
  ['[B, T+1]', [2, 7]],
  ['d_model // H', [16]],
]) {
  test(`'${text}' is [${expected}]`, () => assert.deepEqual(parse(text, sizes), expected));
}

test('a size may be called anything, and undefined sizes are absent', () => {
  assert.deepEqual(parse('x y', { x: 3, y: 4 }), [3, 4]);
  assert.deepEqual(parse('max', { max: 3, m: undefined }), [3]);
  assert.deepEqual(
    parse('__proto__ toString', JSON.parse('{"__proto__": 2, "toString": 3}')),
    [2, 3],
  );
});

describe('what cannot be read is a FormatError with its column', () => {
  for (const [text, column, says] of [
    ['', 1, 'nothing'],
    ['   ', 1, 'nothing'],
    ['[B, T', 1, "'[' is not closed"],
    ['(B, T', 1, "'(' is not closed"],
    ['B, T]', 5, "']'"],
    ['[B, T)', 6, "')' does not close '['"],
    ['[B, , T]', 5, 'missing before'],
    ['[B,, T]', 4, 'missing before'],
    [',B', 1, 'missing before'],
    ['[B, T, foo]', 8, "'foo'"],
    ['[B, heds]', 5, "did you mean 'heads'?"],
    ['é', 1, "'é'"],
    ['B, 🐈', 4, "'🐈'"],
    ['B × 🐈', 5, "'🐈'"],
    ['0', 1, 'at least 1'],
    ['B, 0', 4, 'at least 1'],
    ['-1', 1, 'at least 1'],
    ['2147483649', 1, '2^31'],
    ['9'.repeat(40), 1, '2^31'],
    ['d_model*d_model*d_model*d_model*d_model*d_model', 1, '2^31'],
    ['T/H', 2, '6 / 4'],
    ['T/0', 2, '6 / 0'],
    ['2 *', 4, 'the end'],
    ['* 2', 1, 'missing before'],
    ['[[2], 3]', 2, 'square brackets'],
    ['((((((((((2))))))))))', 10, 'too many'],
    ['B; T', 2, "';'"],
    ['B.T', 2, "'.'"],
    ['1'.repeat(1001), 1001, 'too long'],
  ]) {
    test(`'${text.length > 50 ? `${text.slice(0, 50)}…` : text}'`, () => {
      const call = () => parse(text, sizes);

      assert.throws(call, (error) => {
        assert.equal(error.name, 'FormatError', error.message);
        assert.ok(error.message.includes(says), error.message);
        assert.equal(error.column, column, error.message);
        return true;
      });
    });
  }
});

test('hostile text is a FormatError, and quick', () => {
  for (const text of [
    '('.repeat(100_000),
    '[',
    '\0',
    '\ud83d',
    '('.repeat(500) + ')'.repeat(500),
  ]) {
    assert.throws(() => parse(text, sizes), { name: 'FormatError' });
  }
});

describe('what is no text or no sizes is a ConfigError', () => {
  for (const [text, given, fields] of [
    [8, sizes, { field: 'text', says: '8' }],
    [undefined, sizes, { field: 'text', says: 'missing' }],
    ['[B]', undefined, { field: 'sizes' }],
    ['[B]', null, { field: 'sizes' }],
    ['[B]', 'B', { field: 'sizes' }],
    ['[B]', { B: 0 }, { field: 'sizes.B', says: '0' }],
    ['[B]', { B: '2' }, { field: 'sizes.B', says: "'2'" }],
    ['[B]', { B: 1.5 }, { field: 'sizes.B', says: '1.5' }],
  ]) {
    test(JSON.stringify([text, given]), () => {
      expectError(() => parse(text, given), { is: 'ConfigError', ...fields });
    });
  }
});
