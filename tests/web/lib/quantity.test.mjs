import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'manyheads';
import { bundled } from '../bundled.mjs';
import { processorTime } from '../processor-time.mjs';

const { findRightUnit, findTwinUnit, formatNumber, parseQuantity, quantity, readAsGerman } =
  await bundled('lib/quantity.ts');
const { anySize } = await bundled('lib/numbers.ts');
const { formulas } = await load();

for (const [text, unit, value] of [
  ['80 GiB', 'GiB', 80 * 2 ** 30],
  ['80', 'GiB', 80 * 2 ** 30],
  ['85.9 GB', 'GiB', 85.9e9],
  ['≈ 85.9gb', 'B', 85.9e9],
  ['1,073,741,824 bytes', 'GiB', 2 ** 30],
  ['1 073 741 824 B', 'GiB', 2 ** 30],
  ['2^30 B', 'GiB', 2 ** 30],
  ['320 KiB', 'KiB', 320 * 1024],
  ['2.36M', 'parameters', 2.36e6],
  ['2.36 million parameters', 'parameters', 2.36e6],
  ['1.07B', 'parameters', 1.07e9],
  ['4*768^2', 'parameters', 2_359_296],
  ['150 GFLOPs', 'FLOPs', 150e9],
  ['1.5e11', 'FLOPs', 1.5e11],
  ['0.15 T', 'FLOPs', 0.15e12],
  ['96.9 %', '%', 0.969],
  ['12.5 % ', '%', 0.125],
  ['12.5', '%', 0.125],
  ['12.5 per cent', '%', 0.125],
  ['12.5 Prozent', '%', 0.125],
  ['1 token', 'tokens', 1],
  ['7 nat', 'nats', 7],
  ['2.36M parameter', 'parameters', 2.36e6],
  ['100,969', undefined, 100_969],
  ['2.77 nats', 'nats', 2.77],
  ['8', undefined, 8],
  ['64k', undefined, 64_000],
]) {
  test(`'${text}' where ${unit ?? 'no unit'} is asked is ${value}`, () => {
    const found = parseQuantity(text, unit, formulas);

    assert.ok(Math.abs(found.value - value) <= 1e-12 * value, String(found.value));
  });
}

test('a unit of another kind is refused by its name', () => {
  for (const [text, unit, wrongUnit] of [
    ['80 GiB', 'FLOPs', 'GiB'],
    ['3 apples', undefined, 'apples'],
    ['7 nats', 'GiB', 'nats'],
    ['5 %', 'heads', '%'],
  ]) {
    assert.throws(() => parseQuantity(text, unit, formulas), { unit: wrongUnit }, text);
  }
});

test('anything but a number is a FormatError', () => {
  for (const text of ['', '   ', 'GiB', '1,5 GiB', 'many', '1..2', '"8"', '0,969', '-0,125']) {
    assert.throws(() => parseQuantity(text, 'GiB', formulas), { name: 'FormatError' }, text);
  }
});

test('a long text is split into number and unit without a wait', () => {
  for (const part of ['1 ', '≈', ' ', '1', 'a', '1,']) {
    const taken = processorTime(() => {
      try {
        parseQuantity(`${part.repeat(50_000)}!`, 'GiB', formulas);
      } catch {
        // Most of them are not numbers.
      }
    });

    assert.ok(taken < 1000, part);
  }
});

test('quantities are printed with the digits that count', () => {
  assert.equal(quantity(85_899_345_920, 'GB'), '85.9\u00a0GB');
  assert.equal(quantity(0.96875, '%'), '96.88%');
  assert.equal(quantity(2_359_296, 'parameters'), '2,359,296\u00a0parameters');
  assert.equal(formatNumber(4096), '4096');
  assert.equal(formatNumber(-0.5), '−0.5');
  assert.equal(formatNumber(2.5e20), '250000000000000000000');
});

test('the unit that makes the digits right is found', () => {
  const find = (text, unit, expected) =>
    findRightUnit(parseQuantity(text, unit, formulas), expected, 0.005);

  assert.equal(find('2 GB', 'GiB', 2 ** 31), 'GiB');
  assert.equal(find('2147483648', 'GiB', 2 ** 31), 'B');
  assert.equal(find('3 GB', 'GiB', 2 ** 31), undefined);
  assert.equal(find('150 GFLOPs', 'FLOPs', 150e12), 'TFLOPs');
  assert.equal(find('12', undefined, 12), undefined, 'plain numbers have no units');
});

test('a decimal comma is one comma between digits, and points before it separate thousands', () => {
  assert.equal(readAsGerman('96,875 %'), '96.875 %');
  assert.equal(readAsGerman('1,5'), '1.5');
  assert.equal(readAsGerman('-1.234.567,5'), '-1234567.5');
  for (const text of ['1,000,000', '12', ', 5', '(1, 2)']) assert.equal(readAsGerman(text), null);
});

test('points between groups of three digits separate thousands', () => {
  for (const [text, spelling] of [
    ['40.400', '40400'],
    ['1.073.741.824 B', '1073741824 B'],
    ['-5.120', '-5120'],
  ]) {
    assert.equal(readAsGerman(text), spelling);
  }
  for (const text of ['0.969', '40.40', '1234.567', '1.2345', '12.500.00', '1.000 * 2.000']) {
    assert.equal(readAsGerman(text), null, text);
  }
});

test('a number can be typed as it is shown', () => {
  for (let power = -320; power <= 308; ++power) {
    for (const value of [1, -1, 1.234, -1.234].map((digits) => Number(`${digits}e${power}`))) {
      const shown = formatNumber(value);

      const found = parseQuantity(shown, undefined, formulas).value;

      assert.ok(Math.abs(found - value) <= 1e-3 * Math.abs(value), shown);
    }
  }
});

test('a number with an exponent has one kind of minus', () => {
  assert.equal(formatNumber(-1.5e-8), '-1.5e-8');
  assert.equal(formatNumber(-1e-6), '−0.000001');
});

test('each unit of bytes has a twin', () => {
  assert.equal(findTwinUnit('GB'), 'GiB');
  assert.equal(findTwinUnit('KiB'), 'kB');
  assert.equal(findTwinUnit('B'), undefined);
  assert.equal(findTwinUnit('heads'), undefined);
});

test('a small difference is not written as none', () => {
  assert.equal(anySize(0), '0');
  assert.equal(anySize(0.001), '1.0\u00a0×\u00a010⁻³');
  assert.equal(anySize(0.0049), '4.9\u00a0×\u00a010⁻³');
  assert.equal(anySize(0.38), '0.38');
});
