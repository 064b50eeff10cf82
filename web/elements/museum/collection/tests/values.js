/** W_V decides what is read, not where: another W_V, the same weights. */
export default function values({ layer, tokens, moved }) {
  const { attend, weights } = layer();
  const { wv } = layer().weights;
  const x = tokens(2, 5);

  const before = attend(x).weights;
  const after = attend(x, {}, { ...weights, wv }).weights;

  return { measured: moved(before, after), to: 1e-5 };
}
