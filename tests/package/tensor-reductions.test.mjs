/** Expected values are NumPy's, and PyTorch's for softmax. */
import { describe, test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { goldenCases } from './golden.mjs';
import { engine } from './installed.mjs';
import { assertClose, assertTensor } from './tensors.mjs';

const { tensor } = engine;
const grid = [
  [1, 2, 3],
  [4, 5, 6],
];

describe('sum, mean and max', () => {
  for (const [name, all, columns, rows] of [
    ['sum', 21, [5, 7, 9], [6, 15]],
    ['mean', 3.5, [2.5, 3.5, 4.5], [2, 5]],
    ['max', 6, [4, 5, 6], [3, 6]],
  ]) {
    test(`${name} goes over everything, or one axis`, () => {
      assertTensor(tensor[name](grid), all);
      assertTensor(tensor[name](grid, { axis: 0 }), columns);
      assertTensor(tensor[name](grid, { axis: 1 }), rows);
      assertTensor(tensor[name](grid, { axis: -1 }), rows);
    });

    test(`${name} keeps its axis as 1 where keepdims says so`, () => {
      assertTensor(tensor[name](grid, { keepdims: true }), [[all]]);
      assertTensor(tensor[name](grid, { axis: 0, keepdims: true }), [columns]);
      const kept = { axis: 1, keepdims: true };
      assertTensor(
        tensor[name](grid, kept),
        rows.map((row) => [row]),
      );
    });
  }

  test('pass NaN on', () => {
    assertTensor(tensor.max([1, NaN, 2]), NaN);
    assertTensor(
      tensor.sum(
        [
          [1, NaN],
          [1, 2],
        ],
        { axis: 1 },
      ),
      [NaN, 3],
    );
    assertTensor(tensor.max([-Infinity, -5]), -5);
  });

  test('name an axis that does not exist', () => {
    for (const axis of [2, -3]) {
      const fields = { is: 'ConfigError', field: 'axis', says: `axis ${axis}` };
      expectError(() => tensor.sum(grid, { axis }), fields);
    }
    expectError(() => tensor.max(grid, { axis: 0.5 }), { is: 'ConfigError', field: 'axis' });
    expectError(() => tensor.mean(grid, { keepdims: 1 }), { is: 'ConfigError', field: 'keepdims' });
  });
});

describe('softmax', () => {
  for (const golden of goldenCases('softmax.json')) {
    test(`is PyTorch's: ${golden.name}`, () => {
      assertClose(tensor.softmax(golden.input, { axis: golden.axis }), golden.expected);
    });
  }

  test('is along the last axis by default', () => {
    assertTensor(
      tensor.softmax([
        [0, 0],
        [1, 1],
      ]),
      [
        [0.5, 0.5],
        [0.5, 0.5],
      ],
    );
    assertTensor(
      tensor.softmax(
        [
          [0, 0],
          [0, 0],
        ],
        { axis: 0 },
      ),
      [
        [0.5, 0.5],
        [0.5, 0.5],
      ],
    );
    assertTensor(tensor.softmax([[5], [7]], { axis: undefined }), [[1], [1]]);
  });

  test('names an axis that does not exist', () => {
    expectError(() => tensor.softmax(grid, { axis: 2 }), {
      is: 'ConfigError',
      field: 'axis',
      says: 'axis 2',
    });
  });
});
