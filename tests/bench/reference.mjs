/** The same computations by their definition, in float64: what every output is checked against. */

/** [M, K] x [K, N] -> [M, N], each a Float32Array or a Float64Array, row after row. */
export function product(a, b, { M, K, N }) {
  const c = new Float64Array(M * N);
  for (let i = 0; i < M; i++) {
    const row = c.subarray(i * N, (i + 1) * N);
    for (let k = 0; k < K; k++) {
      const element = a[i * K + k];
      const offset = k * N;
      for (let j = 0; j < N; j++) row[j] += element * b[offset + j];
    }
  }
  return c;
}

/** Queries [T, d] against keys and values [S, d] -> [T, d]; causal: query t sees 0 .. t + S - T. */
export function attend(q, k, v, { T, S, dModel, numHeads, causal }) {
  const dHead = dModel / numHeads;
  const heads = new Float64Array(T * dModel);
  const weights = new Float64Array(S);
  for (let h = 0; h < numHeads; h++) {
    for (let t = 0; t < T; t++) {
      const seen = causal ? t + 1 + S - T : S;
      const query = t * dModel + h * dHead;
      let sum = 0;
      for (let s = 0; s < seen; s++) {
        let score = 0;
        for (let i = 0; i < dHead; i++) score += q[query + i] * k[s * dModel + h * dHead + i];
        weights[s] = Math.exp(score / Math.sqrt(dHead)); // scores of these inputs stay small
        sum += weights[s];
      }
      for (let s = 0; s < seen; s++) {
        const weight = weights[s] / sum;
        for (let i = 0; i < dHead; i++) heads[query + i] += weight * v[s * dModel + h * dHead + i];
      }
    }
  }
  return heads;
}

/** A whole layer, [T, d] -> [T, d]. */
export function layer({ x, wq, wk, wv, wo }, { T, dModel, numHeads, causal }) {
  const project = (rows, weight) => product(rows, weight, { M: T, K: dModel, N: dModel });
  const [q, k, v] = [wq, wk, wv].map((weight) => project(x, weight));
  return project(attend(q, k, v, { T, S: T, dModel, numHeads, causal }), wo);
}

/**
 * One token, [1, d] -> [1, d], after the tokens of `past`, [S, d].
 * @return also the keys and values of `past`, for those who are given them
 */
export function decode({ past: before, x, wq, wk, wv, wo }, { dModel, numHeads, past }) {
  const project = (rows, weight, M) => product(rows, weight, { M, K: dModel, N: dModel });
  const k = project(before, wk, past);
  const v = project(before, wv, past);
  const extended = (earlier, weight) => {
    const all = new Float64Array((past + 1) * dModel);
    all.set(earlier);
    all.set(project(x, weight, 1), past * dModel);
    return all;
  };
  const heads = attend(project(x, wq, 1), extended(k, wk), extended(v, wv), {
    T: 1,
    S: past + 1,
    dModel,
    numHeads,
    causal: false,
  });
  return { k, v, output: project(heads, wo, 1) };
}

/** The largest difference, relative to the largest magnitude of what was expected. */
export function largestError(actual, expected) {
  if (actual.length !== expected.length) return Infinity;
  let difference = 0;
  let magnitude = 0;
  for (let i = 0; i < expected.length; i++) {
    // Not Math.max alone, which an `undefined` or NaN among many would have to pass through.
    const here = Math.abs(actual[i] - expected[i]);
    if (!(here <= difference)) difference = Number.isNaN(here) ? Infinity : here;
    magnitude = Math.max(magnitude, Math.abs(expected[i]));
  }
  return difference / magnitude;
}
