/** Three queries on five keys: each token of the context is read. */
export default function cross({ np, layer, tokens, moved }) {
  const { attend } = layer();
  const [x, context, other] = [tokens(1, 3), tokens(1, 5), tokens(1, 5)];
  const before = attend(x, { context }).output;

  const moves = [0, 1, 2, 3, 4].map((s) => {
    const isChanged = [0, 1, 2, 3, 4].map((i) => [i === s]); // [S, 1]
    const changed = np.where(isChanged, other, context);
    return moved(before, attend(x, { context: changed }).output);
  });

  return { measured: Math.min(...moves), from: 0.01 };
}
