/** Expected values are NumPy's. */
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

describe('arithmetic', () => {
  for (const [name, expected] of [
    [
      'add',
      [
        [11, 22, 33],
        [14, 25, 36],
      ],
    ],
    [
      'subtract',
      [
        [-9, -18, -27],
        [-6, -15, -24],
      ],
    ],
    [
      'multiply',
      [
        [10, 40, 90],
        [40, 100, 180],
      ],
    ],
    [
      'divide',
      [
        [0.1, 0.1, 0.1],
        [0.4, 0.25, 0.2],
      ],
    ],
  ]) {
    test(`${name} broadcasts a row over a matrix`, () => {
      assertTensor(tensor[name](grid, [10, 20, 30]), expected);
    });
  }

  test('broadcasts a column and a row to a matrix', () => {
    assertTensor(tensor.add([[1], [2]], [10, 20, 30]), [
      [11, 21, 31],
      [12, 22, 32],
    ]);
  });

  test('broadcasts numbers on both sides', () => {
    assertTensor(tensor.subtract(1, [1, 2]), [0, -1]);
    assertTensor(tensor.multiply([1, 2], 3), [3, 6]);
    assertTensor(tensor.add(1, 2), 3);
  });

  test('broadcasts axes of 1 in the middle', () => {
    const sum = tensor.add(tensor.ones([2, 1, 3]), tensor.ones([4, 1]));

    assert.deepEqual(sum.shape, [2, 4, 3]);
    assert.ok(sum.data.every((value) => value === 2));
  });

  test('divides by 0 as IEEE says', () => {
    assertTensor(tensor.divide([1, -1, 0], 0), [Infinity, -Infinity, NaN]);
  });

  test('of shapes that do not broadcast names the axis', () => {
    expectError(() => tensor.add(grid, [1, 2]), {
      is: 'ShapeError',
      argument: 'b',
      axis: 0,
      expected: '3 or 1',
      actual: '2',
      says: ['add', '[2, 3]', '[2]'],
    });
  });

  test('exp and sqrt go element by element', () => {
    assertTensor(tensor.exp([[0, 1]]), [[1, Math.E]]);
    assertTensor(tensor.sqrt([4, 2, 0]), [2, Math.SQRT2, 0]);
    assertTensor(tensor.sqrt([-1]), [NaN]);
  });
});

describe('where', () => {
  test('takes a if the condition is not 0, else b', () => {
    assertTensor(tensor.where([1, 0, 2], [5, 6, 7], [8, 9, 10]), [5, 9, 7]);
    assertTensor(tensor.where([true, false], 1, -Infinity), [1, -Infinity]);
  });

  test('takes NaN as true', () => assertTensor(tensor.where([NaN], 1, 2), [1]));

  test('broadcasts all three', () => {
    assertTensor(tensor.where([[1], [0]], [1, 2, 3], 0), [
      [1, 2, 3],
      [0, 0, 0],
    ]);
    assertTensor(tensor.where([1, 0], [[1], [2]], 9), [
      [1, 9],
      [2, 9],
    ]);
  });

  test('names what does not fit', () => {
    expectError(() => tensor.where([1, 0], [1, 2, 3], 0), {
      is: 'ShapeError',
      argument: 'condition',
      axis: 0,
    });
    expectError(() => tensor.where([1], [1, 2], [1, 2, 3]), { is: 'ShapeError', argument: 'b' });
  });
});

describe('tril and triu', () => {
  const ones = [
    [1, 1, 1],
    [1, 1, 1],
  ];
  for (const [name, k, expected] of [
    [
      'tril',
      undefined,
      [
        [1, 0, 0],
        [1, 1, 0],
      ],
    ],
    [
      'tril',
      1,
      [
        [1, 1, 0],
        [1, 1, 1],
      ],
    ],
    [
      'tril',
      -1,
      [
        [0, 0, 0],
        [1, 0, 0],
      ],
    ],
    [
      'triu',
      undefined,
      [
        [1, 1, 1],
        [0, 1, 1],
      ],
    ],
    [
      'triu',
      1,
      [
        [0, 1, 1],
        [0, 0, 1],
      ],
    ],
    ['triu', -5, ones],
    ['tril', 2 ** 52, ones],
  ]) {
    test(`${name} keeps diagonal ${k} and what lies on its side`, () => {
      assertTensor(tensor[name](ones, k), expected);
      assertTensor(tensor[name]([ones, ones], k), [expected, expected]);
    });
  }

  test('need two axes and a whole k', () => {
    expectError(() => tensor.tril([1, 2]), { is: 'ShapeError', argument: 'x', axis: null });
    expectError(() => tensor.triu(ones, 0.5), { is: 'ConfigError', field: 'k', says: '0.5' });
  });
});

describe('allclose', () => {
  for (const [a, b, options, expected] of [
    [[1, 2], [1, 2], undefined, true],
    [[1], [1.000005], undefined, true],
    [[1], [1.0001], undefined, false],
    [[1], [1.0001], { rtol: 1e-3 }, true],
    [[0], [1e-7], undefined, false],
    [[0], [1e-7], { atol: 1e-6 }, true],
    [[1, 1], 1, { rtol: 0, atol: 0 }, true],
    [[Infinity], [Infinity], undefined, true],
    [[Infinity], [-Infinity], undefined, false],
    [[1], [Infinity], undefined, false],
    [[Infinity], [1], undefined, false],
    [[NaN], [NaN], undefined, false],
    [[[1], [1]], [1, 1], undefined, true],
  ]) {
    test(`of ${JSON.stringify([String(a), String(b), options])} is ${expected}`, () => {
      assert.equal(tensor.allclose(a, b, options), expected);
    });
  }

  test('with a tolerance that is NaN or negative is a ConfigError', () => {
    for (const name of ['rtol', 'atol']) {
      for (const value of [NaN, -1, -Infinity]) {
        const call = () => tensor.allclose([1], [1], { [name]: value });
        expectError(call, { is: 'ConfigError', field: name, says: `${name} is ` });
      }
    }
    assert.equal(tensor.allclose([1], [2], { atol: Infinity }), true);
  });

  test('of shapes that do not broadcast is a ShapeError', () => {
    expectError(() => tensor.allclose([1, 2], [1, 2, 3]), { is: 'ShapeError', argument: 'b' });
    expectError(() => tensor.allclose([1], [1], { rtol: '0' }), {
      is: 'ConfigError',
      field: 'rtol',
    });
  });
});
