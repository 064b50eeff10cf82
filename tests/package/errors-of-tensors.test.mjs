/** Tensors that are wrong or do not fit: the class, argument, axis, expected and actual. */
import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { engine } from './installed.mjs';
import { randomNormal } from './tensors.mjs';

const layer = engine.attention({ dModel: 8, numHeads: 2, seed: 1 });
const x = randomNormal([3, 8], { seed: 1 });
const batch = randomNormal([2, 3, 8], { seed: 1 });
const expected = layer.forward(x);
afterEach(() => assert.deepEqual(layer.forward(x), expected));
after(() => layer.dispose());

const ones = (...shape) => engine.tensor.ones(shape);

test('what is no number in nested arrays is a ConfigError that says where', () => {
  for (const item of ['1', null, undefined, {}, 1n]) {
    const call = () => engine.tensor.exp([[1], [item]]);
    expectError(call, { is: 'ConfigError', field: 'x', says: ['x[1][0]', 'a number'] });
  }
});

test('tensors have up to 8 axes', () => {
  const nested = (axes) => (axes === 0 ? 0 : [nested(axes - 1)]);
  const shaped = (axes) => ({ shape: Array(axes).fill(1), data: [0] });

  for (const withAxes of [nested, shaped]) {
    assert.deepEqual(engine.tensor.exp(withAxes(8)).shape, Array(8).fill(1));
    const tooMany = { is: 'ShapeError', argument: 'x', says: '9' };
    expectError(() => engine.tensor.exp(withAxes(9)), tooMany);
  }
});

describe('a tensor that does not fit is a ShapeError', () => {
  const wrong = [
    ['x', null, '[T, dModel] or [B, T, dModel]', '[8]', () => layer.forward(ones(8))],
    [
      'x',
      null,
      '[T, dModel] or [B, T, dModel]',
      '[1, 2, 3, 8]',
      () => layer.trace(ones(1, 2, 3, 8)),
    ],
    [
      'x',
      null,
      '[T, dModel] or [B, T, dModel]',
      '[]',
      () => layer.forward({ shape: [], data: [1] }),
    ],
    ['x', 1, '8', '7', () => layer.forward(ones(3, 7))],
    ['x', 2, '8', '9', () => layer.trace(ones(2, 3, 9))],
    ['context', 1, '8', '7', () => layer.forward(x, { context: ones(4, 7) })],
    ['context', 0, '2', '3', () => layer.forward(batch, { context: ones(3, 4, 8) })],
    [
      'context',
      null,
      '[B, S, dModel]',
      '[4, 8]',
      () => layer.forward(batch, { context: ones(4, 8) }),
    ],
    ['mask', 0, '3', '2', () => layer.forward(x, { mask: ones(2, 3) })],
    ['mask', 1, '3', '4', () => layer.forward(x, { mask: ones(3, 4) })],
    ['mask', 0, '2', '1', () => layer.forward(batch, { mask: ones(1, 3, 3) })],
    ['mask', null, '[T, S] or [B, T, S]', '[3]', () => layer.forward(x, { mask: ones(3) })],
    ['scoreBias', 1, '3', '2', () => layer.forward(x, { scoreBias: ones(3, 2) })],
    ['scoreBias', 1, '2', '3', () => layer.forward(batch, { scoreBias: ones(2, 3, 3, 3) })],
    [
      'scoreBias',
      null,
      '[T, S] or [B, H, T, S]',
      '[2, 3, 3]',
      () => layer.forward(batch, { scoreBias: ones(2, 3, 3) }),
    ],
    ['headMask', 0, '2', '3', () => layer.forward(x, { headMask: [1, 1, 1] })],
    ['validLens', 0, '2', '1', () => layer.forward(batch, { validLens: [3] })],
    ['validLens', 0, '1', '0', () => layer.forward(x, { validLens: [] })],
    ['wq', 1, '8', '4', () => layer.setWeights({ wq: ones(8, 4) })],
    ['wo', 0, '8', '4', () => layer.with({}, { wo: ones(4, 8) })],
    ['wk', null, '[8, 8]', '[64]', () => layer.setWeights({ wk: ones(64) })],
  ];
  for (const [argument, axis, wanted, actual, call] of wrong) {
    test(`${argument} is ${actual}, ${wanted} is expected, axis ${axis}`, () => {
      const says = [argument, actual, wanted, ...(axis === null ? [] : [`axis ${axis}`])];
      expectError(call, { is: 'ShapeError', argument, axis, expected: wanted, actual, says });
    });
  }
});

test('an empty list is a ShapeError', () => {
  expectError(() => layer.forward(x, { headMask: [] }), {
    is: 'ShapeError',
    argument: 'headMask',
    axis: 0,
    says: 'at least one element',
  });
});

describe('nested arrays are a ShapeError', () => {
  const deep = (levels) => {
    let nested = [1];
    for (let level = 1; level < levels; ++level) nested = [nested];
    return nested;
  };
  const cycle = [];
  cycle[0] = cycle;
  const cycleInside = [[1, 2], [3]];
  cycleInside[1].push(cycleInside);
  for (const [what, values, fields] of [
    [
      'where a row is short',
      [[1, 2], [3]],
      { axis: 1, says: ['values[1]', '1 elements', '2 elements'] },
    ],
    ['where a row is long', [[1], [2, 3]], { axis: 1, says: ['values[1]', '2 elements'] }],
    ['where a number stands for a row', [[1, 2], 3], { axis: 1, says: ['values[1]', 'a number'] }],
    ['where a row stands for a number', [1, [2]], { axis: 1, says: ['values[1]', '1 elements'] }],
    [
      'that are ragged far inside',
      [
        [[1], [2]],
        [[3], [4, 5]],
      ],
      { axis: 2, says: 'values[1][1]' },
    ],
    ['without an element', [], { axis: 0, says: 'axis 0' }],
    ['with empty rows', [[], []], { axis: 1, says: 'axis 1' }],
    ['with one empty row', [[1], []], { axis: 1, says: 'values[1]' }],
    ['9 levels deep', deep(9), { axis: null, expected: 'at most 8 axes' }],
    ['10,000 levels deep', deep(10_000), { axis: null }],
    ['10,000 levels deep further on', [1, deep(10_000)], { axis: 1 }],
    ['that contain themselves', cycle, { axis: null }],
    ['that contain themselves further on', cycleInside, {}],
  ]) {
    test(what, () => {
      expectError(() => engine.tensor.array(values), {
        is: 'ShapeError',
        argument: 'values',
        ...fields,
      });
    });
  }
});

describe('{ shape, data } is a ShapeError', () => {
  for (const [what, input, fields] of [
    [
      'with too little data',
      { shape: [2, 3], data: [1, 2] },
      { expected: '6 elements', actual: '2 elements' },
    ],
    ['with too much data', { shape: [2], data: new Float32Array(3) }, { actual: '3 elements' }],
    ['with no data', { shape: [2], data: [] }, { actual: '0 elements' }],
    ['with an axis of 0', { shape: [2, 0], data: [] }, { axis: 1, actual: '0' }],
    ['with 9 axes', { shape: Array(9).fill(1), data: [1] }, { expected: 'at most 8 axes' }],
    ['with a shape far larger than its data', { shape: [1e300, 1e300], data: [1] }, {}],
    ['with a length far larger than its shape', { shape: [3], data: { length: 2 ** 53 } }, {}],
  ]) {
    test(what, () => {
      expectError(() => engine.tensor.array(input), {
        is: 'ShapeError',
        argument: 'values',
        ...fields,
      });
    });
  }
});

describe('{ shape, data } is a ConfigError', () => {
  for (const [what, shape, data, says] of [
    ['with a negative size', [-1], [1], ['values.shape[0] is -1']],
    ['with half a size', [1.5], [1], ['values.shape[0] is 1.5']],
    ['with a size of NaN', [NaN], [1], ['values.shape[0] is NaN']],
    ['with a size in quotes', ['1'], [1], ["values.shape[0] is '1'"]],
    ['with a shape that is a number', 1, [1], ['values.shape is 1']],
    ['with a shape that is missing', undefined, [1], ['values.shape is missing']],
    ['with a string as data', [3], 'abc', ["values.data is 'abc'"]],
    ['with null as data', [1], null, ['values.data is null']],
    ['with a string among the data', [2], [1, '2'], ["values.data[1] is '2'"]],
    ['with a hole in the data', [3], [1, , 3], ['values.data[1] is missing']],
    ['with a boolean among the data', [1], [true], ['values.data[0] is true']],
    ['with big integers as data', [1], new BigInt64Array(1), ['values.data[0] is 0n']],
    ['with a DataView as data', [1], new DataView(new ArrayBuffer(4)), ['DataView']],
    ['with an ArrayBuffer as data', [1], new ArrayBuffer(4), ['ArrayBuffer']],
  ]) {
    test(what, () => {
      expectError(() => engine.tensor.array({ shape, data }), { is: 'ConfigError', says });
    });
  }
});
