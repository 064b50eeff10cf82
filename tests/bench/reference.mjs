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

/**
 * Queries [T, H*D] against keys [S, G*D] and values [S, G*dValue] -> [T, H*dValue]; query head h
 * reads key/value head h / (H / G). Causal: query t sees keys 0 .. t + S - T.
 */
export function attend(q, k, v, sizes) {
  const { T, S, numHeads, dHead, causal, numKvHeads = numHeads, dValue = dHead } = sizes;
  const heads = new Float64Array(T * numHeads * dValue);
  const weights = new Float64Array(S);
  for (let h = 0; h < numHeads; h++) {
    const g = Math.floor(h / (numHeads / numKvHeads));
    for (let t = 0; t < T; t++) {
      const seen = causal ? t + 1 + S - T : S;
      const query = (t * numHeads + h) * dHead;
      const output = (t * numHeads + h) * dValue;
      let sum = 0;
      for (let s = 0; s < seen; s++) {
        let score = 0;
        const key = (s * numKvHeads + g) * dHead;
        for (let i = 0; i < dHead; i++) score += q[query + i] * k[key + i];
        weights[s] = Math.exp(score / Math.sqrt(dHead)); // scores of these inputs stay small
        sum += weights[s];
      }
      for (let s = 0; s < seen; s++) {
        const weight = weights[s] / sum;
        const value = (s * numKvHeads + g) * dValue;
        for (let i = 0; i < dValue; i++) heads[output + i] += weight * v[value + i];
      }
    }
  }
  return heads;
}

/** A whole layer, [T, d] -> [T, d]. */
export function layer({ x, wq, wk, wv, wo }, { T, dModel, numHeads, causal }) {
  const project = (rows, weight) => product(rows, weight, { M: T, K: dModel, N: dModel });
  const [q, k, v] = [wq, wk, wv].map((weight) => project(x, weight));
  return project(attend(q, k, v, { T, S: T, numHeads, dHead: dModel / numHeads, causal }), wo);
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
    numHeads,
    dHead: dModel / numHeads,
    causal: false,
  });
  return { k, v, output: project(heads, wo, 1) };
}

/** The last of S tokens, [S, d] -> [1, d], by heads that share keys and values. */
export function lastByHeads(tokens, { wq, wk, wv, wo }, { dModel, numHeads, numKvHeads, dHead }) {
  const S = tokens.length / dModel;
  const project = (rows, weight, M, N) => product(rows, weight, { M, K: dModel, N });
  const heads = attend(
    project(tokens.subarray(-dModel), wq, 1, numHeads * dHead),
    project(tokens, wk, S, numKvHeads * dHead),
    project(tokens, wv, S, numKvHeads * dHead),
    { T: 1, S, numHeads, numKvHeads, dHead, causal: false },
  );
  return product(heads, wo, { M: 1, K: numHeads * dHead, N: dModel });
}

/** The same by latents, keys and values expanded for every head. */
export function lastByLatents(tokens, weights, { dModel, numHeads, dHead, dLatent, dRope }) {
  const S = tokens.length / dModel;
  const project = (rows, weight, M, K, N) => product(rows, weight, { M, K, N });
  const last = tokens.subarray(-dModel);
  const latents = project(tokens, weights.wdkv, S, dModel, dLatent);
  const q = project(last, weights.wq, 1, dModel, numHeads * dHead);
  const qRotary = project(last, weights.wqr, 1, dModel, numHeads * dRope);
  const k = project(latents, weights.wuk, S, dLatent, numHeads * dHead);
  const kRotary = project(tokens, weights.wkr, S, dModel, dRope);
  rotate(qRotary, dRope, () => S - 1);
  rotate(kRotary, dRope, (row) => row);
  const heads = attend(
    besides(q, dHead, qRotary, dRope, numHeads, (row) => row),
    besides(k, dHead, kRotary, dRope, S * numHeads, (row) => Math.floor(row / numHeads)),
    project(latents, weights.wuv, S, dLatent, numHeads * dHead),
    { T: 1, S, numHeads, dHead: dHead + dRope, dValue: dHead, causal: false },
  );
  return product(heads, weights.wo, { M: 1, K: numHeads * dHead, N: dModel });
}

/** Turns each pair (2i, 2i + 1) of every row by its position * 10000^(-2i / width). */
function rotate(rows, width, positionOf) {
  for (let row = 0; row < rows.length / width; row++) {
    for (let i = 0; i < width; i += 2) {
      const angle = positionOf(row) * 10000 ** (-i / width);
      const at = row * width + i;
      const [a, b] = [rows[at], rows[at + 1]];
      rows[at] = a * Math.cos(angle) - b * Math.sin(angle);
      rows[at + 1] = a * Math.sin(angle) + b * Math.cos(angle);
    }
  }
}

/** Row i of a, and row `rowOfB(i)` of b behind it. */
function besides(a, widthA, b, widthB, rows, rowOfB) {
  const both = new Float64Array(rows * (widthA + widthB));
  for (let i = 0; i < rows; i++) {
    both.set(a.subarray(i * widthA, (i + 1) * widthA), i * (widthA + widthB));
    const from = rowOfB(i) * widthB;
    both.set(b.subarray(from, from + widthB), i * (widthA + widthB) + widthA);
  }
  return both;
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
