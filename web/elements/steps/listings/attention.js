const dot = (a, b) =>
  a.reduce((sum, value, i) => sum + value * b[i], 0);
const transpose = (a) =>
  a[0].map((_, j) => a.map((row) => row[j]));
const matmul = (a, b) =>
  a.map((row) => transpose(b).map((column) => dot(row, column)));
const columns = (a, from, to) =>
  a.map((row) => row.slice(from, to));

// [input]
function attention(x, layer, numHeads) {
  // [input insert changed-layer]
  // [input unless no-output]
  const { wq, wk, wv, wo } = layer;
  // [input if no-output]
  const { wq, wk, wv } = layer;
  // [input]
  const dModel = x[0].length;
  // [split insert changed-weights]
  // [split]
  const dHead = dModel / numHeads;
  const heads = [];
  for (let h = 0; h < numHeads; h++) {
    const own = [h * dHead, (h + 1) * dHead];
    // [split if grouped]
    const numKvHeads = wk[0].length / dHead;
    const g = Math.floor(h / (numHeads / numKvHeads));
    const shared = [g * dHead, (g + 1) * dHead];
    // [projections]
    const q = matmul(x, columns(wq, ...own));
    // [projections unless grouped]
    const k = matmul(x, columns(wk, ...own));
    const v = matmul(x, columns(wv, ...own));
    // [projections if grouped]
    const k = matmul(x, columns(wk, ...shared));
    const v = matmul(x, columns(wv, ...shared));
    // [scores]
    const scores = matmul(q, transpose(k)).map((row) =>
      row.map((score) => score / Math.sqrt(dHead)),
    );
    // [scores insert changed-scores]
    // [scores if causal]
    scores.forEach((row, t) => row.fill(-Infinity, t + 1));
    // [scores insert changed-mask]
    // [softmax]
    const weights = scores.map((row) => {
      const largest = Math.max(...row);
      const exps = row.map((score) => Math.exp(score - largest));
      const sum = exps.reduce((a, b) => a + b);
      return exps.map((e) => e / sum);
    });
    // [softmax insert empty-rows]
    // [output]
    heads.push(matmul(weights, v));
    // []
  }
  // [concat]
  const combined = x.map((_, t) =>
    heads.flatMap((head) => head[t]),
  );
  // [sum]
  const combined = heads.reduce((sum, head) =>
    sum.map((row, t) =>
      row.map((value, i) => value + head[t][i]),
    ),
  );
  // [w_o]
  const output = matmul(combined, wo);
  // [done unless no-output]
  return output;
  // [done if no-output]
  return combined;
  // []
}
