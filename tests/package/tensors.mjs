/** Tensors as tests write and compare them. */
import assert from 'node:assert/strict';
import { engine } from './installed.mjs';

export const { randomNormal, toNested } = engine.tensor;

/** Shape and elements are exactly those of these nested numbers. */
export function assertTensor(tensor, nested) {
  assert.ok(tensor.data instanceof Float32Array);
  assert.deepEqual(toNested(tensor), typeof nested === 'number' ? nested : rounded(nested));
}

const rounded = (nested) => (Array.isArray(nested) ? nested.map(rounded) : Math.fround(nested));

/** |actual - expected| <= 1e-5 max(1, |expected|); NaN and infinities in the same places. */
export function assertClose(actual, expected, tolerance = 1e-5) {
  assert.deepEqual(actual.shape, expected.shape);
  assert.equal(actual.data.length, expected.data.length);
  expected.data.forEach((wanted, i) => {
    const found = actual.data[i];
    const close = Math.abs(found - wanted) <= tolerance * Math.max(1, Math.abs(wanted));
    assert.ok(Object.is(found, wanted) || close || found === wanted, `[${i}]: ${found}, ${wanted}`);
  });
}
