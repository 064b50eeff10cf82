/** The forms in which peers want weights, masks, keys and values. */

/** With W_Q divided by sqrt(d_head) the scores need no division. */
export const scaled = (wq, dHead) => wq.map((weight) => weight / Math.sqrt(dHead));

/** [T, T]: -infinity above the diagonal, 0 elsewhere. */
export function causalMask(T) {
  const mask = new Float32Array(T * T);
  for (let t = 0; t < T; t++) mask.fill(-Infinity, t * T + t + 1, (t + 1) * T);
  return mask;
}

/** Square matrices, [d, d] each, as one, [d, 3 d]. */
export function sideBySide(matrices, d) {
  const joined = new Float32Array(matrices.length * d * d);
  matrices.forEach((matrix, place) => {
    for (let row = 0; row < d; row++) {
      joined.set(matrix.subarray(row * d, (row + 1) * d), (row * matrices.length + place) * d);
    }
  });
  return joined;
}

/** [S, H * d_head] -> [H, S, d_head]. */
export function headsFirst(rows, S, dModel, numHeads) {
  const dHead = dModel / numHeads;
  const heads = new Float32Array(rows.length);
  for (let h = 0; h < numHeads; h++) {
    for (let s = 0; s < S; s++) {
      const from = s * dModel + h * dHead;
      heads.set(rows.subarray(from, from + dHead), (h * S + s) * dHead);
    }
  }
  return heads;
}

/** [S, d] -> [d, S], which is every head's [d_head, S] one after the other. */
export function keysFirst(rows, S, dModel) {
  return Float32Array.from(rows, (_, i) => rows[(i % S) * dModel + Math.floor(i / S)]);
}
