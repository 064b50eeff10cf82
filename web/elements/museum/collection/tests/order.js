/** Without a mask, tokens in another order give outputs in that order. */
export default function order({ np, layer, tokens, part, moved }) {
  const { attend } = layer();
  const x = tokens(1, 5);
  const reorder = (y) =>
    np.concat(
      [3, 0, 4, 1, 2].map((t) => part(y, 1, t, t + 1)),
      1,
    );

  const { output } = attend(reorder(x));

  return { measured: moved(reorder(attend(x).output), output), to: 1e-5 };
}
