/** Heads need not fill the width: 2 x 4 is not 12, and 12 numbers come out. */
export default function widths({ layer, tokens }) {
  const { attend } = layer({ dModel: 12, numHeads: 2, dHead: 4 });

  const { output } = attend(tokens(1, 5, 12));

  return { measured: output.shape[2], from: 12, to: 12 };
}
