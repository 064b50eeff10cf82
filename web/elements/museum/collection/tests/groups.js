/** Heads that share keys and values equal heads with copies of them. */
export default function groups({ np, layer, tokens, moved }) {
  const config = { dModel: 16, numHeads: 4, numKvHeads: 2, dHead: 4 };
  const grouped = layer(config);
  const x = tokens(2, 5, 16);
  const copied = (w) => {
    const heads = np.reshape(w, [16, 2, 4]);
    return np.reshape(np.concat([heads, heads], 2), [16, 16]);
  };

  const { wk, wv, ...others } = grouped.weights;
  const weights = { ...others, wk: copied(wk), wv: copied(wv) };
  const multiHead = layer({ ...config, numKvHeads: 4 }, weights);

  const [shared, own] = [grouped.attend(x), multiHead.attend(x)];
  return { measured: moved(own.output, shared.output), to: 1e-5 };
}
