/** Sizes, types and choices that are wrong: the class, the field, and what the message says. */
import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { engine } from './installed.mjs';
import { randomNormal } from './tensors.mjs';

const layer = engine.attention({ dModel: 8, numHeads: 2, seed: 1 });
const x = randomNormal([3, 8], { seed: 1 });
const expected = layer.forward(x);
const { used, handles } = engine.memory();
afterEach(() => {
  assert.deepEqual(layer.forward(x), expected);
  assert.equal(engine.memory().used, used);
  assert.equal(engine.memory().handles, handles);
});
after(() => layer.dispose());

const shown = (value) => (typeof value === 'string' ? `'${value}'` : String(value));

const notSizes = [0, -1, 1.5, NaN, Infinity, -Infinity, '8', null, true];
describe('a size that is not a whole number from 1 on', () => {
  for (const field of ['dModel', 'numHeads', 'numKvHeads', 'dHead']) {
    for (const value of notSizes) {
      test(`is a ConfigError: ${field} ${shown(value)}`, () => {
        expectError(() => engine.attention({ dModel: 8, numHeads: 2, [field]: value }), {
          is: 'ConfigError',
          field,
          says: [field, `is ${shown(value)},`, 'wanted a whole number of at least 1'],
        });
      });
    }
  }
  for (const value of [[8], { valueOf: () => 8 }, 8n, Symbol('8'), () => 8, new Number(8)]) {
    test(`is a ConfigError: ${Object.prototype.toString.call(value)}`, () => {
      expectError(() => engine.attention({ dModel: value, numHeads: 2 }), {
        is: 'ConfigError',
        field: 'dModel',
        says: 'wanted a whole number of at least 1',
      });
    });
  }
});

describe('a size that is legal but too large', () => {
  for (const value of [2 ** 31, 2 ** 32, 2 ** 32 + 2, 2 ** 53, 2 ** 64, 1e300]) {
    for (const [what, config] of Object.entries({
      dModel: { dModel: value, numHeads: 2 },
      dHead: { dModel: 8, numHeads: 2, dHead: value },
      numHeads: { dModel: 8, numHeads: value, dHead: 4 },
      everything: { dModel: value, numHeads: value, dHead: value, numKvHeads: value },
    })) {
      test(`is an OutOfMemoryError: ${what} ${value}`, () => {
        expectError(() => engine.attention(config), { is: 'OutOfMemoryError', says: '2 GiB' });
      });
    }
  }
});

describe('settings that contradict each other', () => {
  for (const [config, field, says] of [
    [{ dModel: 8, numHeads: 3 }, 'numHeads', ['dModel 8', 'numHeads 3', 'dHead']],
    [{ dModel: 8, numHeads: 16 }, 'numHeads', ['dModel 8', 'numHeads 16']],
    [{ dModel: 8, numHeads: 4, numKvHeads: 3 }, 'numKvHeads', ['numKvHeads 3', 'numHeads 4']],
    [{ dModel: 8, numHeads: 4, numKvHeads: 8 }, 'numKvHeads', ['numKvHeads 8', 'numHeads 4']],
  ]) {
    test(`are a ConfigError: ${JSON.stringify(config)}`, () => {
      expectError(() => engine.attention(config), { is: 'ConfigError', field, says });
      expectError(() => layer.with(config), { is: 'ConfigError', field, says });
    });
  }
});

describe('a setting of the wrong type or choice', () => {
  const wrongConfigs = [
    ['bias', 1, 'true or false'],
    ['bias', 'true', 'true or false'],
    ['outputProjection', 0, 'true or false'],
    ['tieHeads', null, 'true or false'],
    ['scale', 'sqrt_d_head', "'sqrt-d-head' or 'sqrt-d-model' or 'none'"],
    ['scale', 2, "'none'"],
    ['combine', 'Concat', "'concat' or 'sum' or 'mean'"],
    ['combine', null, "'sum'"],
    ['positions', 'rope', "'none' or 'alibi'"],
    ['positions', true, "'alibi'"],
    ['seed', -1, '0 to 2^53 - 1'],
    ['seed', 0.5, '0 to 2^53 - 1'],
    ['seed', 2 ** 53, '0 to 2^53 - 1'],
    ['seed', '0', '0 to 2^53 - 1'],
  ];
  for (const [field, value, wanted] of wrongConfigs) {
    test(`is a ConfigError: ${field} ${shown(value)}`, () => {
      const error = { is: 'ConfigError', field };
      const call = () => engine.attention({ dModel: 8, numHeads: 2, [field]: value });
      if (value === 'sqrt_d_head') {
        assert.throws(call, { name: 'ConfigError', field, message: /is 'sqrt_d_head', wanted/ });
      } else {
        expectError(call, { ...error, says: [`${field} is ${shown(value)}, wanted`, wanted] });
        expectError(() => layer.with({ [field]: value }), { ...error, says: wanted });
      }
    });
  }

  const wrongOptions = [
    ['causal', 1, 'true or false'],
    ['checkFinite', 'yes', 'true or false'],
    ['kernel', 'slow', "'auto' or 'fused' or 'reference'"],
    ['kernel', null, "'auto'"],
    ['validLens', 3, 'an array'],
    ['validLens', [1.5], 'a whole number'],
    ['validLens', ['3'], 'a whole number'],
    ['validLens', [4], '0 to 3'],
    ['validLens', [-1], '0 to 3'],
    ['headMask', 1, 'an array'],
    ['headMask', ['1', 1], 'a number'],
    ['headMask', [1, null], 'a number'],
    ['headMask', [1, true], 'a number'],
    ['headMask', [1, NaN], 'finite as float32'],
    ['headMask', [-Infinity, 1], 'finite as float32'],
    ['headMask', [1, 1e39], 'finite as float32'],
    ['dropout', 0.5, 'an object'],
    ['dropout', null, 'an object'],
    ['mask', 1, 'nested arrays'],
    ['mask', null, 'nested arrays'],
    ['scoreBias', '0', 'nested arrays'],
    ['context', {}, 'nested arrays'],
  ];
  for (const [field, value, wanted] of wrongOptions) {
    test(`is a ConfigError: ${field} ${JSON.stringify(value)}`, () => {
      const error = { is: 'ConfigError', field, says: [field, wanted] };
      expectError(() => layer.forward(x, { [field]: value }), error);
      expectError(() => layer.trace(x, { [field]: value }), error);
    });
  }

  for (const [dropout, field, says] of [
    [{ rate: -0.1, seed: 1 }, 'dropout.rate', '0 to 1'],
    [{ rate: 1.5, seed: 1 }, 'dropout.rate', '0 to 1'],
    [{ rate: NaN, seed: 1 }, 'dropout.rate', '0 to 1'],
    [{ rate: '0.5', seed: 1 }, 'dropout.rate', "'0.5'"],
    [{ rate: 0.5, seed: -1 }, 'dropout.seed', '-1'],
    [{ rate: 0.5 }, 'dropout.seed', 'missing'],
    [{ seed: 1 }, 'dropout.rate', 'missing'],
    [{ rate: 0.5, seed: 1, p: 0.5 }, 'dropout.p', "'p'"],
  ]) {
    test(`is a ConfigError: dropout ${JSON.stringify(dropout)}`, () => {
      expectError(() => layer.forward(x, { dropout }), { is: 'ConfigError', field, says });
    });
  }
});

describe('an unknown key', () => {
  const weights = { wx: [[1]] };
  for (const [where, key, call] of [
    ['config', 'nHeads', () => engine.attention({ dModel: 8, numHeads: 2, nHeads: 2 })],
    ['change', 'heads', () => layer.with({ heads: 2 })],
    ['weights', 'wx', () => engine.attention({ dModel: 8, numHeads: 2 }, weights)],
    ['weights', 'wx', () => layer.setWeights(weights)],
    ['weights', 'wx', () => layer.with({}, weights)],
    ['options', 'Causal', () => layer.forward(x, { Causal: true })],
    ['options', 'Causal', () => layer.trace(x, { Causal: true })],
    ['options', 'constructor', () => layer.forward(x, { constructor: 1 })],
    ['options', '__proto__', () => layer.forward(x, JSON.parse('{"__proto__": 1}'))],
    ['options', 'dim', () => engine.embed(['a'], { dModel: 4, dim: 4 })],
    ['options', 'keepDims', () => engine.tensor.sum([1], { keepDims: true })],
    ['options', 'dim', () => engine.tensor.softmax([1], { dim: 0 })],
    ['options', 'mean', () => engine.tensor.randomNormal([1], { mean: 0 })],
    ['options', 'tolerance', () => engine.tensor.allclose([1], [1], { tolerance: 0 })],
    ['options', 'stages', () => engine.shapes.question({ seed: 1, level: 1, stages: '' })],
  ]) {
    test(`among ${where} is a ConfigError that lists the known ones: ${key}`, () => {
      if (key === '__proto__') return assert.throws(call, { name: 'ConfigError', field: key });
      expectError(call, { is: 'ConfigError', field: key, says: [where, `'${key}'`, 'known are'] });
    });
  }
});

test('a weight that the layer does not have is a ConfigError', () => {
  const headless = { dModel: 8, numHeads: 2, outputProjection: false };

  expectError(() => layer.setWeights({ bq: x }), { is: 'ConfigError', field: 'bq', says: 'bias' });
  expectError(() => engine.attention(headless, { wo: x }), {
    is: 'ConfigError',
    field: 'wo',
    says: 'output projection',
  });
});

describe('settings that are no object', () => {
  const nothing = [
    null,
    8,
    'dModel',
    true,
    [],
    () => ({}),
    new Map([['causal', true]]),
    new Date(0),
  ];
  for (const value of nothing) {
    test(`are a ConfigError: ${Array.isArray(value) ? '[]' : String(value)}`, () => {
      expectError(() => engine.attention(value), { is: 'ConfigError', field: 'config' });
      expectError(() => layer.with(value), { is: 'ConfigError', field: 'change' });
      expectError(() => layer.setWeights(value), { is: 'ConfigError', field: 'weights' });
      expectError(() => layer.forward(x, value), { is: 'ConfigError', field: 'options' });
    });
  }

  test('missing settings are a ConfigError that names the first of them', () => {
    expectError(() => engine.attention(), { is: 'ConfigError', field: 'dModel' });
    expectError(() => engine.attention({ dModel: 8 }), { is: 'ConfigError', field: 'numHeads' });
    expectError(() => engine.embed(['a']), { is: 'ConfigError', field: 'dModel' });
  });
});
