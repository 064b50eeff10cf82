/** Before training, attention is about as spread out as in the engine. */
export default function start({ np, engine, layer, tokens }) {
  const config = { dModel: 64, numHeads: 4, dHead: 16 };
  const x = tokens(8, 16, 64);
  const meanEntropy = ({ weights }) =>
    np.mean(engine.measure.entropy(weights)).data[0];

  const own = engine.attention({ ...config, seed: 1 });
  const usual = meanEntropy(own.trace(x));
  own.dispose();

  const measured = meanEntropy(layer(config).attend(x));
  return { measured, from: usual - 0.1, to: usual + 0.1 };
}
