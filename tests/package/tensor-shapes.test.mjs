/** Making and rearranging tensors. Expected values are NumPy's. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { engine } from './installed.mjs';
import { assertTensor } from './tensors.mjs';

const { tensor } = engine;
const grid = [
  [1, 2, 3],
  [4, 5, 6],
];

describe('making', () => {
  test('zeros, ones and full fill a shape', () => {
    assertTensor(tensor.zeros([2, 2]), [
      [0, 0],
      [0, 0],
    ]);
    assertTensor(tensor.ones([3]), [1, 1, 1]);
    assertTensor(tensor.full([1, 2], -0.5), [[-0.5, -0.5]]);
    assertTensor(tensor.full([], 7), 7);
    assertTensor(tensor.full([1], NaN), [NaN]);
  });

  for (const [args, expected] of [
    [[4], [0, 1, 2, 3]],
    [
      [1, 4],
      [1, 2, 3],
    ],
    [
      [0, 1, 0.25],
      [0, 0.25, 0.5, 0.75],
    ],
    [
      [5, 0, -2],
      [5, 3, 1],
    ],
    [
      [3, undefined, 2],
      [0, 2],
    ],
    [[2.5], [0, 1, 2]],
    [
      [0, 1, 0.3],
      [0, 0.3, 0.6, 0.9],
    ],
  ]) {
    test(`arange(${args}) is ${expected}`, () => assertTensor(tensor.arange(...args), expected));
  }

  test('arange refuses ranges without numbers', () => {
    expectError(() => tensor.arange(0), { is: 'ShapeError', axis: 0 });
    expectError(() => tensor.arange(3, 1), { is: 'ShapeError', axis: 0 });
    expectError(() => tensor.arange(0, 1, 0), { is: 'ConfigError', field: 'step' });
    expectError(() => tensor.arange(0, Infinity), { is: 'ConfigError', field: 'stop' });
    expectError(() => tensor.arange(NaN), { is: 'ConfigError' });
    expectError(() => tensor.arange('3'), { is: 'ConfigError', says: "'3'" });
    expectError(() => tensor.arange(), { is: 'ConfigError', says: 'missing' });
  });

  test('array and toNested are each other in reverse', () => {
    const nested = [[[1, 2]], [[3, 4]], [[5, 6]]];

    assertTensor(tensor.array(nested), nested);
    assert.deepEqual(tensor.toNested(new Float32Array([1, 2])), [1, 2]);
    assert.equal(tensor.toNested({ shape: [], data: [0.5] }), 0.5);
    assertTensor(tensor.array([[true, false]]), [[1, 0]]);
  });

  test('randomNormal follows from seed, std and shape alone', () => {
    const a = tensor.randomNormal([1000], { seed: 3 });

    assert.deepEqual(tensor.randomNormal([1000], { seed: 3 }), a);
    assert.deepEqual(tensor.randomNormal([10, 100], { seed: 3 }).data, a.data);
    assert.deepEqual(tensor.randomNormal([2]), tensor.randomNormal([2], { seed: 0, std: 1 }));
    assert.ok(Math.abs(tensor.mean(a).data[0]) < 0.1);
    assert.ok(tensor.randomNormal([2], { std: 0 }).data.every((value) => value === 0));
  });

  test('randomUniform is from low to below high, and follows from seed and shape alone', () => {
    const a = tensor.randomUniform([1000], { seed: 3 });
    const signed = tensor.randomUniform([1000], { seed: 3, low: -2, high: 2 });

    assert.deepEqual(tensor.randomUniform([10, 100], { seed: 3 }).data, a.data);
    assert.ok(a.data.every((value) => value >= 0 && value < 1));
    assert.ok(Math.abs(tensor.mean(a).data[0] - 0.5) < 0.05);
    assert.ok(tensor.allclose(signed, tensor.subtract(tensor.multiply(a, 4), 2)));
  });

  test('randomNormal refuses a standard deviation that is negative or not finite', () => {
    for (const std of [-1, NaN, Infinity, 1e39]) {
      expectError(() => tensor.randomNormal([2], { std }), { is: 'ConfigError', field: 'std' });
    }
  });

  test('randomUniform refuses an empty range', () => {
    for (const [field, options] of [
      ['low', { low: NaN }],
      ['high', { high: -1 }],
      ['high', { low: 1 }],
      ['high', { high: '1' }],
      ['std', { std: 1 }],
    ]) {
      expectError(() => tensor.randomUniform([2], options), { is: 'ConfigError', field });
    }
  });
});

describe('reshape', () => {
  test('keeps the order of the elements', () => {
    assertTensor(tensor.reshape(grid, [3, 2]), [
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
    assertTensor(tensor.reshape(grid, [-1]), [1, 2, 3, 4, 5, 6]);
    assertTensor(tensor.reshape(grid, [1, -1, 2]), [
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    ]);
    assertTensor(tensor.reshape([[7]], []), 7);
  });

  for (const [shape, fields] of [
    [[4], { is: 'ShapeError', argument: 'shape', expected: '6 elements', actual: '[4]' }],
    [[4, -1], { is: 'ShapeError', says: '[4, -1]' }],
    [[0, -1], { is: 'ShapeError' }],
    [[2 ** 40, 2 ** 40], { is: 'ShapeError' }],
    [[-1, -1], { is: 'ConfigError', field: 'shape' }],
    [
      [-2, 3],
      {
        is: 'ConfigError',
        field: 'shape',
        says: 'shape[0] is -2, wanted a whole number of at least 1, or -1',
      },
    ],
    [['6'], { is: 'ConfigError', field: 'shape', says: "shape[0] is '6'" }],
    [6, { is: 'ConfigError', field: 'shape' }],
  ]) {
    test(`refuses ${JSON.stringify(shape)} for 6 elements`, () => {
      expectError(() => tensor.reshape(grid, shape), fields);
    });
  }
});

describe('transpose', () => {
  test('reverses the axes by default', () => {
    assertTensor(tensor.transpose(grid), [
      [1, 4],
      [2, 5],
      [3, 6],
    ]);
    assertTensor(tensor.transpose([1, 2]), [1, 2]);
    assertTensor(tensor.transpose(grid, [0, 1]), grid);
    assertTensor(tensor.transpose(grid, [-1, 0]), [
      [1, 4],
      [2, 5],
      [3, 6],
    ]);
    assertTensor(
      tensor.transpose(
        [
          [
            [1, 2],
            [3, 4],
          ],
        ],
        [1, 2, 0],
      ),
      [
        [[1], [2]],
        [[3], [4]],
      ],
    );
  });

  for (const axes of [[0], [0, 0], [0, 2], [0, 1, 2], [0.5, 1], ['0', 1], 1]) {
    test(`refuses ${JSON.stringify(axes)} for two axes`, () => {
      expectError(() => tensor.transpose(grid, axes), { is: 'ConfigError', says: 'ax' });
    });
  }
});

describe('concat', () => {
  test('joins along an axis', () => {
    assertTensor(tensor.concat([[1], [2, 3]]), [1, 2, 3]);
    assertTensor(tensor.concat([grid, [[7, 8, 9]]]), [...grid, [7, 8, 9]]);
    assertTensor(tensor.concat([grid, [[0], [0]]], 1), [
      [1, 2, 3, 0],
      [4, 5, 6, 0],
    ]);
    assertTensor(
      tensor.concat([grid, grid], -1),
      grid.map((row) => [...row, ...row]),
    );
    assertTensor(tensor.concat([grid]), grid);
  });

  test('joins a thousand parts', () => {
    const parts = Array.from({ length: 1000 }, (_, i) => [i]);

    assert.deepEqual(tensor.concat(parts), tensor.arange(1000));
  });

  test('names the part that does not fit', () => {
    const part = { argument: 'parts[1]' };
    expectError(() => tensor.concat([grid, [[1, 2]]]), { is: 'ShapeError', ...part, axis: 1 });
    expectError(() => tensor.concat([grid, [1]]), { is: 'ShapeError', ...part, axis: null });
    expectError(() => tensor.concat([]), { is: 'ShapeError', argument: 'parts' });
    expectError(() => tensor.concat([grid], 2), { is: 'ConfigError', field: 'axis' });
    expectError(() => tensor.concat([[1], 'x']), { is: 'ConfigError', says: 'parts[1]' });
    expectError(() => tensor.concat(grid, '0'), { is: 'ConfigError', field: 'axis' });
  });
});

describe('slice', () => {
  const line = [0, 1, 2, 3, 4, 5];
  for (const [ranges, expected] of [
    [[[1, 4]], [1, 2, 3]],
    [[[null, 2]], [0, 1]],
    [[[4, null]], [4, 5]],
    [[[-2, null]], [4, 5]],
    [[[null, -4]], [0, 1]],
    [[[null, null, 2]], [0, 2, 4]],
    [[[null, null, -1]], [5, 4, 3, 2, 1, 0]],
    [[[4, 1, -2]], [4, 2]],
    [[[-100, 100]], line],
    [[[1, 100, 100]], [1]],
    [[[1, 2, undefined]], [1]],
    [[3], 3],
    [[-1], 5],
    [[], line],
  ]) {
    test(`${JSON.stringify(ranges)} of 0 .. 5 is ${expected}`, () => {
      assertTensor(tensor.slice(line, ranges), expected);
    });
  }

  test('takes several axes, and whole axes by default', () => {
    assertTensor(tensor.slice(grid, [1]), [4, 5, 6]);
    assertTensor(tensor.slice(grid, [[null, null], 1]), [2, 5]);
    assertTensor(
      tensor.slice(grid, [
        [1, 2],
        [null, null, -2],
      ]),
      [[6, 4]],
    );
    assertTensor(tensor.slice(grid, [1, -1]), 6);
  });

  for (const [ranges, fields] of [
    [[6], { is: 'ConfigError', field: 'ranges', says: ['6', 'axis 0'] }],
    [[-7], { is: 'ConfigError', field: 'ranges' }],
    [[0, 0], { is: 'ConfigError', field: 'ranges' }],
    [[[0, 1, 0]], { is: 'ConfigError', field: 'ranges', says: 'step of 0' }],
    [[[3, 3]], { is: 'ShapeError', axis: 0 }],
    [[[1]], { is: 'ConfigError', field: 'ranges' }],
    [[['0', 1]], { is: 'ConfigError', field: 'ranges', says: "'0'" }],
    [[0.5], { is: 'ConfigError', field: 'ranges' }],
    ['0', { is: 'ConfigError', field: 'ranges' }],
  ]) {
    test(`refuses ${JSON.stringify(ranges)}`, () => {
      expectError(() => tensor.slice(line, ranges), fields);
    });
  }
});
