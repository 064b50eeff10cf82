/** A head whose rows of W_O are 0 has no effect, whatever its values are. */
export default function silence({ np, layer, tokens, part, moved }) {
  const { attend, weights } = layer(); // two heads, 4 wide
  const other = layer().weights;
  const x = tokens(2, 4);
  const wo = np.concat([part(weights.wo, 0, 0, 4), np.zeros([4, 8])], 0);
  const wv = np.concat([part(weights.wv, 1, 0, 4), part(other.wv, 1, 4, 8)], 1);

  const before = attend(x, {}, { ...weights, wo }).output;
  const after = attend(x, {}, { ...weights, wo, wv }).output;

  return { measured: moved(before, after), to: 1e-5 };
}
