/** Side by side: other values in head 1 do not change head 0's columns. */
export default function slices({ np, layer, tokens, part, moved }) {
  const { attend, weights } = layer(); // two heads, 4 wide
  const other = layer().weights;
  const x = tokens(2, 4);
  const wv = np.concat([part(weights.wv, 1, 0, 4), part(other.wv, 1, 4, 8)], 1);

  const before = attend(x).combined;
  const after = attend(x, {}, { ...weights, wv }).combined;

  return {
    measured: moved(part(before, 2, 0, 4), part(after, 2, 0, 4)),
    to: 1e-5,
  };
}
