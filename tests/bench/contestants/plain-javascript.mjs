/** The loops that a lesson would write: every formula as in the paper, in float32. */
import { calls } from '../timing.mjs';

/** FLOPs that would take it seconds a call. */
const tooMuch = 1e9;

export const plainJavaScript = {
  name: 'plain JavaScript',
  peer: true,
  variants: ({ kind, flops = 0 }) => (kind in compute && flops < tooMuch ? ['loops'] : []),
  async prepare({ kind, sizes }, tensors) {
    return { ...calls(() => compute[kind](tensors, sizes)), dispose() {} };
  },
};

const compute = { product: ({ a, b }, { M, K, N }) => product(a, b, M, K, N), layer, decode };

export function layer({ x, wq, wk, wv, wo }, { T, dModel, numHeads, causal }) {
  const [q, k, v] = [wq, wk, wv].map((weight) => product(x, weight, T, dModel, dModel));
  return product(attend(q, k, v, T, T, dModel, numHeads, causal), wo, T, dModel, dModel);
}

function decode({ x, wq, wk, wv, wo, k, v }, { dModel, numHeads, past }) {
  const q = product(x, wq, 1, dModel, dModel);
  const append = (earlier, weight) => {
    const all = new Float32Array((past + 1) * dModel);
    all.set(earlier);
    all.set(product(x, weight, 1, dModel, dModel), past * dModel);
    return all;
  };
  const heads = attend(q, append(k, wk), append(v, wv), 1, past + 1, dModel, numHeads, false);
  return product(heads, wo, 1, dModel, dModel);
}

function product(a, b, M, K, N) {
  const c = new Float32Array(M * N);
  for (let i = 0; i < M; i++) {
    for (let j = 0; j < N; j++) {
      let sum = 0;
      for (let k = 0; k < K; k++) sum += a[i * K + k] * b[k * N + j];
      c[i * N + j] = sum;
    }
  }
  return c;
}

function attend(q, k, v, T, S, dModel, numHeads, causal) {
  const dHead = dModel / numHeads;
  const heads = new Float32Array(T * dModel);
  const weights = new Float32Array(S);
  for (let h = 0; h < numHeads; h++) {
    for (let t = 0; t < T; t++) {
      const seen = causal ? t + 1 : S;
      let max = -Infinity;
      for (let s = 0; s < seen; s++) {
        let score = 0;
        for (let i = h * dHead; i < (h + 1) * dHead; i++) {
          score += q[t * dModel + i] * k[s * dModel + i];
        }
        weights[s] = score / Math.sqrt(dHead);
        max = Math.max(max, weights[s]);
      }
      let sum = 0;
      for (let s = 0; s < seen; s++) sum += weights[s] = Math.exp(weights[s] - max);
      for (let i = h * dHead; i < (h + 1) * dHead; i++) {
        let output = 0;
        for (let s = 0; s < seen; s++) output += weights[s] * v[s * dModel + i];
        heads[t * dModel + i] = output / sum;
      }
    }
  }
  return heads;
}
