/** Every row of the weights is a distribution over the keys. */
export default function rows({ np, layer, tokens, largest }) {
  const { attend } = layer();

  const { weights } = attend(tokens(2, 5));

  const sums = np.sum(weights, { axis: -1 });
  return { measured: largest(np.subtract(sums, 1)), to: 1e-5 };
}
