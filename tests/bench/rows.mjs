/**
 * What is measured, as data. Each row has
 *   id, title     its name in options and files, and for people
 *   kind, sizes   what every contestant computes
 *   flops         floating-point operations of one call; or
 *   bytes         what one call must read from memory
 *   targets       what to judge by in each kind of environment that measures the row; wasm is
 *                 Node and Chromium
 *   form          of attention, where rows differ in nothing else; they share a table
 * Targets: `share` of the machine's limit; `timesPeer`, how many times as fast as the best peer;
 * `microseconds` a call at most; `fasterThan` the row of that id.
 */
const product = (M, K, N) => ({
  id: `product-${M}-${K}-${N}`,
  title: `matrix product ${M} x ${K} x ${N}`,
  kind: 'product',
  sizes: { M, K, N },
  flops: 2 * M * K * N,
  targets: { wasm: { share: 0.88 }, native: {} },
});

const layer = (T, dModel, numHeads, causal, wasm) => ({
  id: `${causal ? 'causal' : 'layer'}-${T}-${dModel}-${numHeads}`,
  title: `${causal ? 'causal' : 'layer'} T ${T}, d ${dModel}, H ${numHeads}`,
  kind: 'layer',
  sizes: { T, dModel, numHeads, causal },
  // In full also for causal layers, so that what a layer gains by skipping shows as speed.
  flops: 8 * T * dModel ** 2 + 4 * T ** 2 * dModel,
  targets: { wasm, ...(!causal && { native: T >= 64 ? { timesPeer: 1.2 } : {} }) },
});

/** One token against `past` earlier ones: everything is read once, nothing is used twice. */
const decode = (dModel, numHeads, past) => ({
  id: `decode-${dModel}-${numHeads}-${past}`,
  title: `one token, d ${dModel}, H ${numHeads}, after ${past}`,
  kind: 'decode',
  sizes: { dModel, numHeads, past },
  bytes: (4 * dModel ** 2 + 2 * past * dModel) * Float32Array.BYTES_PER_ELEMENT,
  targets: { wasm: { share: 0.6, timesPeer: 1 } },
});

/** What a model decodes with: the same heads, of which the cache keeps more or less. */
const forms = { dModel: 512, numHeads: 32, dHead: 64, past: 4096 };

/** One token by one form of attention; only what the cache keeps of a token differs by much. */
const decodeBy = (form, sizes, weights, cachedWidth, wasm) => {
  const { dModel, numHeads, dHead, past } = forms;
  return {
    id: `decode-${form}`,
    title: `one token by ${form}, d ${dModel}, H ${numHeads} of ${dHead}, after ${past}`,
    kind: 'form',
    form,
    sizes: { ...forms, ...sizes },
    bytes: (weights + past * cachedWidth) * Float32Array.BYTES_PER_ELEMENT,
    cacheBytes: past * cachedWidth * Float32Array.BYTES_PER_ELEMENT,
    targets: { wasm },
  };
};

const decodeByHeads = (form, numKvHeads, wasm) => {
  const { dModel, numHeads, dHead } = forms;
  const weights = 2 * dModel * (numHeads + numKvHeads) * dHead;
  return decodeBy(form, { numKvHeads }, weights, 2 * numKvHeads * dHead, wasm);
};

const decodeByLatents = (form, { dLatent, dRope }, wasm) => {
  const { dModel, numHeads, dHead } = forms;
  const projections = dModel * (2 * numHeads * dHead + numHeads * dRope + dLatent + dRope);
  const weights = projections + 2 * dLatent * numHeads * dHead;
  return decodeBy(form, { dLatent, dRope }, weights, dLatent + dRope, wasm);
};

/**
 * One step of training: the task "relations" with the trainer's defaults, 32 sequences of 16 letters.
 * A forward pass is four projections, scores and weighted values (in full, though causal), and the
 * readout of four relations of eight letters; the backward pass counts as two of it.
 */
const training = (numHeads) => {
  const { B, T, dModel, answers } = { B: 32, T: 16, dModel: 32, answers: 4 * 8 };
  const forward = 2 * B * T * dModel * (4 * dModel + 2 * T + answers);
  return {
    id: `training-${numHeads}`,
    title: `a step of training, H ${numHeads}`,
    kind: 'training',
    sizes: { numHeads },
    flops: 3 * forward,
    targets: { wasm: { share: 0.25 }, native: { timesPeer: 1 } },
  };
};

const lesson = [6, 64, 4];
const large = [
  [64, 256, 8],
  [128, 512, 8],
  [512, 512, 8],
  [256, 768, 12],
  [1024, 768, 12],
];

const plain = { share: 0.83, timesPeer: 1.5 };
const causal = (T, dModel, numHeads) => ({
  ...(T >= 256 && { fasterThan: `layer-${T}-${dModel}-${numHeads}` }),
  ...(T >= 1024 && { timesPeer: 1.7 }),
});

export const rows = [
  product(512, 512, 512),
  product(256, 768, 768),
  product(1024, 768, 768),
  layer(...lesson, false, { microseconds: 9, timesPeer: 1 }),
  ...large.map((sizes) => layer(...sizes, false, plain)),
  layer(...lesson, true, {}),
  ...large.map((sizes) => layer(...sizes, true, causal(...sizes))),
  decode(768, 12, 1024),
  decodeByHeads('MHA', 32, {}),
  decodeByHeads('GQA-8', 8, { fasterThan: 'decode-MHA' }),
  decodeByHeads('MQA', 1, { fasterThan: 'decode-GQA-8' }),
  decodeByLatents('MLA', { dLatent: 256, dRope: 32 }, {}),
  training(4),
];

/** Those of --quick: one of each kind, none that takes long. */
export const quickRows = [
  'product-512-512-512',
  'layer-6-64-4',
  'layer-64-256-8',
  'layer-256-768-12',
  'causal-256-768-12',
  'decode-768-12-1024',
  'training-4',
];
