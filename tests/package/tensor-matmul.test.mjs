/** Expected values are NumPy's. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { engine } from './installed.mjs';
import { assertClose, assertTensor } from './tensors.mjs';

const { tensor } = engine;
const grid = [
  [1, 2, 3],
  [4, 5, 6],
];

describe('matmul', () => {
  test('multiplies matrices', () => {
    assertTensor(
      tensor.matmul(grid, [
        [1, 0],
        [0, 1],
        [1, 1],
      ]),
      [
        [4, 5],
        [10, 11],
      ],
    );
  });

  test('takes vectors on either side and drops their axis', () => {
    assertTensor(tensor.matmul(grid, [1, 0, -1]), [-2, -2]);
    assertTensor(tensor.matmul([1, -1], grid), [-3, -3, -3]);
    assertTensor(tensor.matmul([1, 2, 3], [4, 5, 6]), 32);
  });

  test('broadcasts the batch axes', () => {
    const left = [
      [
        [1, 0],
        [0, 1],
      ],
      [
        [0, 1],
        [1, 0],
      ],
    ];
    const right = [
      [1, 2],
      [3, 4],
    ];

    assertTensor(tensor.matmul(left, right), [
      right,
      [
        [3, 4],
        [1, 2],
      ],
    ]);
    const wide = tensor.matmul(tensor.ones([3, 1, 2, 5]), tensor.ones([4, 5, 6]));
    assert.deepEqual(wide.shape, [3, 4, 2, 6]);
    assert.ok(wide.data.every((value) => value === 5));
  });

  test('agrees with sums over sizes that fill no vector', () => {
    const a = tensor.randomNormal([7, 13], { seed: 1 });
    const b = tensor.randomNormal([13, 19], { seed: 2 });
    const sums = Float32Array.from({ length: 7 * 19 }, (_, at) => {
      let sum = 0;
      for (let k = 0; k < 13; ++k) {
        sum += a.data[Math.floor(at / 19) * 13 + k] * b.data[k * 19 + (at % 19)];
      }
      return sum;
    });

    assertClose(tensor.matmul(a, b), { shape: [7, 19], data: sums });
  });

  test('names sizes that do not fit', () => {
    expectError(() => tensor.matmul(grid, grid), {
      is: 'ShapeError',
      argument: 'b',
      axis: 0,
      expected: '3',
      actual: '2',
    });
    expectError(() => tensor.matmul(tensor.ones([2, 1, 1]), tensor.ones([3, 1, 1])), {
      is: 'ShapeError',
      argument: 'b',
      axis: 0,
    });
    expectError(() => tensor.matmul({ shape: [], data: [1] }, [1]), { is: 'ShapeError' });
  });
});
