/** Reads what make-inputs.mjs has written, wherever there is JavaScript. */

/** Names of the float32 tensors of each kind of row. */
export const tensorNames = {
  product: ['a', 'b'],
  layer: ['x', 'wq', 'wk', 'wv', 'wo'],
  decode: ['past', 'x', 'wq', 'wk', 'wv', 'wo', 'k', 'v'],
  form: ['past', 'x'], // weights: the package's, from the same seed
  training: [], // likewise, and the letters
};

/**
 * A row's tensors, and what to expect.
 * @param fetchBytes  (path below the folder) => promise of an ArrayBuffer
 */
export async function readInputs(row, fetchBytes) {
  const bytes = (name) => fetchBytes(`${row.id}/${name}.bin`);
  const tensors = {};
  for (const name of tensorNames[row.kind]) tensors[name] = new Float32Array(await bytes(name));
  return { tensors, expected: new Float64Array(await bytes('expected')) };
}
