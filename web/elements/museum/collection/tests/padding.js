/** Tokens after a sequence's end do not change the outputs before it. */
export default function padding({ np, layer, tokens, part, moved }) {
  const { attend } = layer();
  const [x, other] = [tokens(2, 5), tokens(2, 5)];
  const validLens = [2, 4];
  const padded = np.concat(
    validLens.map((n, b) => {
      const [own, padding] = [part(x, 0, b, b + 1), part(other, 0, b, b + 1)];
      return np.concat([part(own, 1, 0, n), part(padding, 1, n, 5)], 1);
    }),
  );

  const before = attend(x, { validLens }).output;
  const after = attend(padded, { validLens }).output;

  const valid = (y) => validLens.map((n, b) => np.slice(y, [b, [0, n]]));
  return {
    measured: moved(np.concat(valid(before)), np.concat(valid(after))),
    to: 1e-5,
  };
}
