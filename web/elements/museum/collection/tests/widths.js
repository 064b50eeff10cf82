/** Two heads of width 4 with d_model 12: the output has 12 numbers again. */
export default function widths({ layer, tokens }) {
  const { attend } = layer({ dModel: 12, numHeads: 2, dHead: 4 });

  const { output } = attend(tokens(1, 5, 12));

  return { measured: output.shape[2], from: 12, to: 12 };
}
