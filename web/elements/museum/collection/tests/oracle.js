/** The same weights in the engine's own layer give the same outputs. */
export default function oracle({ engine, layer, tokens, moved }) {
  const shared = { dModel: 16, numHeads: 4, numKvHeads: 2, dHead: 4 };
  const cases = [
    [{}, tokens(2, 5), {}],
    [{}, tokens(2, 5), { causal: true }],
    [{}, tokens(2, 5), { validLens: [2, 4] }],
    [{}, tokens(1, 3), { context: tokens(1, 5) }],
    [shared, tokens(2, 5, 16), {}],
  ];

  const differences = cases.map(([change, x, options]) => {
    const { attend, config, weights } = layer(change);
    const own = engine.attention(config, weights);
    try {
      return moved(own.forward(x, options), attend(x, options).output);
    } finally {
      own.dispose();
    }
  });

  return { measured: Math.max(...differences), to: 1e-5 };
}
