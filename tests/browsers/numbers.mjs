/**
 * Numbers that every engine computes: native, Node, and the browsers. As WebAssembly they agree to
 * the last bit; natively, vectors are wider and sums are rounded in another order.
 */

/** Runs in each engine, so it uses nothing from outside. numbers.cpp computes the same. */
export function computeNumbers(engine) {
  const { tensor } = engine;
  const x = tensor.randomNormal([2, 7, 15], { seed: 5 });
  const y = tensor.randomNormal([2, 5, 24], { seed: 6 });
  const odd = engine.attention({ dModel: 15, numHeads: 3, seed: 1 });
  const grouped = engine.attention({ dModel: 24, numHeads: 6, numKvHeads: 2, seed: 2 });
  const gradients = grouped.backward(y, tensor.ones([2, 5, 24]), { causal: true });
  const trainer = engine.trainer({ task: 'relations', numHeads: 4, dModel: 32, seed: 3 });
  const losses = Array.from({ length: 12 }, () => trainer.step().loss);
  return {
    'random numbers': [...x.data],
    'odd sizes': [...odd.forward(x).data],
    causal: [...odd.forward(x, { causal: true }).data],
    grouped: [...grouped.forward(y).data],
    'gradient of x': [...gradients.dx.data],
    'gradient of W_K': [...gradients.dwk.data],
    'losses of 12 steps': losses.map(Math.fround),
  };
}
