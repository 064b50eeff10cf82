/** What every page of the cold start computes: the lesson's layer, from numbers that need no library. */
export const sizes = { T: 6, dModel: 64, numHeads: 4, causal: false };

const wave = (count, step, amplitude) =>
  Float32Array.from({ length: count }, (_, i) => Math.sin(i * step) * amplitude);

const { T, dModel } = sizes;
const weight = (step) => wave(dModel * dModel, step, Math.SQRT2 / Math.sqrt(dModel));

export const tensors = {
  x: wave(T * dModel, 0.7, 1),
  wq: weight(1.1),
  wk: weight(1.3),
  wv: weight(1.7),
  wo: weight(1.9),
};

/** Tells whoever opened the page how long it took, and the result. */
export function done(output) {
  globalThis.finished = { ms: performance.now() - globalThis.started, output: [...output] };
}
