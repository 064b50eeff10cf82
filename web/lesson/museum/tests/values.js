/** W_V says what is read, not where: with another one the weights stay. */
export default function values({ layer, tokens, moved }) {
  const { attend, weights } = layer();
  const { wv } = layer().weights;
  const x = tokens(2, 5);

  const before = attend(x).weights;
  const after = attend(x, {}, { ...weights, wv }).weights;

  return { measured: moved(before, after), to: 1e-5 };
}
