/** Causal: other tokens from t on do not change the outputs before t. */
export default function future({ np, layer, tokens, part, moved }) {
  const { attend } = layer();
  const [x, other] = [tokens(1, 5), tokens(1, 5)];
  const before = attend(x, { causal: true }).output;

  const leaks = [1, 2, 3, 4].map((t) => {
    const changed = np.concat([part(x, 1, 0, t), part(other, 1, t, 5)], 1);
    const after = attend(changed, { causal: true }).output;
    return moved(part(before, 1, 0, t), part(after, 1, 0, t));
  });

  return { measured: Math.max(...leaks), to: 1e-5 };
}
