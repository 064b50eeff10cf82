/** Sequences of different lengths: each one alone, then all in a batch. */
export default function batch({ np, layer, tokens, part, moved }) {
  const { attend } = layer();
  const x = tokens(3, 5);
  const validLens = [2, 5, 4];

  const alone = validLens.map((n, b) =>
    attend(part(x, 0, b, b + 1), { validLens: [n] }),
  );
  const together = attend(x, { validLens });

  const outputs = np.concat(alone.map(({ output }) => output));
  return { measured: moved(outputs, together.output), to: 1e-5 };
}
