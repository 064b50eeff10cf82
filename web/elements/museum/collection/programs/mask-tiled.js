/** np is engine.tensor; config and options are those of engine.attention. */
export function initialize(random, config) {
  const { dModel, numHeads, numKvHeads, dHead } = config;
  const draw = (rows, columns) =>
    random.normal([rows, columns], 1 / Math.sqrt(rows));
  return {
    wq: draw(dModel, numHeads * dHead),
    wk: draw(dModel, numKvHeads * dHead),
    wv: draw(dModel, numKvHeads * dHead),
    wo: draw(numHeads * dHead, dModel),
  };
}

export function attention(np, x, { wq, wk, wv, wo }, config, options) {
  const { numHeads: H, numKvHeads: G, dHead } = config;
  const { context = x, causal, validLens } = options;
  const [B, T] = x.shape;
  const S = context.shape[1];
  const split = (y, heads) =>
    np.transpose(np.reshape(y, [B, -1, heads, dHead]), [0, 2, 1, 3]);
  const share = (y) =>
    np.reshape(np.concat(Array(H / G).fill(y), 2), [B, H, -1, dHead]);

  const q = split(np.matmul(x, wq), H); // [B, H, T, dHead]
  const k = share(split(np.matmul(context, wk), G)); // [B, H, S, dHead]
  const v = share(split(np.matmul(context, wv), G));

  let scores = np.matmul(q, np.transpose(k, [0, 1, 3, 2])); // [B, H, T, S]
  scores = np.divide(scores, Math.sqrt(dHead));
  if (causal) {
    const visible = np.tril(np.ones([T, S]), S - T);
    scores = np.where(visible, scores, -Infinity);
  }
  if (validLens) {
    const valid = validLens.map((n) => Array.from(Array(S), (_, s) => s < n));
    const mask = np.concat(Array(H).fill(valid), 0); // valid is [B, S]
    scores = np.where(np.reshape(mask, [B, H, 1, S]), scores, -Infinity);
  }
  const weights = np.softmax(scores);

  const heads = np.matmul(weights, v); // [B, H, T, dHead]
  const merged = np.transpose(heads, [0, 2, 1, 3]);
  const combined = np.reshape(merged, [B, T, H * dHead]);
  return { weights, combined, output: np.matmul(combined, wo) };
}
