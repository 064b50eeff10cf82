/**
 * onnxruntime-web on its WebAssembly back end: one thread, SIMD, all of its graph optimisations.
 * Variants: its own operators for attention, and the same from ONNX's plain nodes.
 */
import * as ort from 'onnxruntime-web';
import { calls } from '../timing.mjs';
import { causalMask, headsFirst, keysFirst, scaled, sideBySide } from './layouts.mjs';
import { MICROSOFT, node, onnxModel } from './onnx-model.mjs';

/** @param wasm  address of its .wasm file; absent: found by itself, which works in Node */
export function onnxruntime(wasm) {
  ort.env.wasm.numThreads = 1;
  if (wasm) ort.env.wasm.wasmPaths = { wasm };
  return {
    name: 'onnxruntime-web',
    peer: true,
    variants: ({ kind }) => Object.keys(models[kind] ?? {}),
    async prepare({ kind, sizes }, tensors, variant) {
      const { input, shape, ...graph } = models[kind][variant](sizes, tensors);
      return session(
        { inputs: { x: shape }, outputs: { y: outputShape(kind, sizes) }, ...graph },
        input,
      );
    },
  };
}

const outputShape = (kind, { M, N, T = 1, dModel }) =>
  kind === 'product' ? [M, N] : [1, T, dModel];

export async function session(model, data) {
  const loaded = await ort.InferenceSession.create(onnxModel(model), {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
  });
  const run = async () => {
    const x = new ort.Tensor('float32', data, model.inputs.x);
    const { y } = await loaded.run({ x });
    return y.data;
  };
  return { ...calls(run), dispose: () => loaded.release() };
}

/** Each gives the graph's nodes and initializers, and the data and shape of its input x. */
export const models = {
  product: {
    MatMul: ({ M, K, N }, { a, b }) => ({
      input: a,
      shape: [M, K],
      nodes: [node('MatMul', ['x', 'b'], ['y'])],
      initializers: { b: { shape: [K, N], data: b } },
    }),
  },
  layer: { Attention: packedAttention, MultiHeadAttention: multiHeadAttention, nodes: plainNodes },
  decode: { MultiHeadAttention: decodeWithPast, nodes: decodeWithNodes },
};

/** The operator that projects to Q, K and V at once; only W_O is left to do. */
function packedAttention({ T, dModel, numHeads, causal }, { x, wq, wk, wv, wo }) {
  return {
    input: x,
    shape: [1, T, dModel],
    nodes: [
      node('Attention', ['x', 'w', 'bias'], ['heads'], {
        domain: MICROSOFT,
        num_heads: numHeads,
        unidirectional: Number(causal),
      }),
      node('MatMul', ['heads', 'wo'], ['y']),
    ],
    initializers: {
      w: { shape: [dModel, 3 * dModel], data: sideBySide([wq, wk, wv], dModel) },
      bias: { shape: [3 * dModel], data: new Float32Array(3 * dModel) }, // it insists on one
      wo: { shape: [dModel, dModel], data: wo },
    },
  };
}

function multiHeadAttention({ T, dModel, numHeads, causal }, { x, ...weights }) {
  return {
    input: x,
    shape: [1, T, dModel],
    nodes: [
      ...projections,
      node('MultiHeadAttention', ['q', 'k', 'v'], ['heads'], {
        domain: MICROSOFT,
        num_heads: numHeads,
        unidirectional: Number(causal),
      }),
      node('MatMul', ['heads', 'wo'], ['y']),
    ],
    initializers: squares(weights, dModel),
  };
}

function plainNodes({ T, dModel, numHeads, causal }, { x, wq, ...weights }) {
  const dHead = dModel / numHeads;
  return {
    input: x,
    shape: [1, T, dModel],
    nodes: [
      ...projections,
      ...split('q', [0, 2, 1, 3]),
      ...split('k', [0, 2, 3, 1]),
      ...split('v', [0, 2, 1, 3]),
      node('MatMul', ['q_heads', 'k_heads'], ['scores']),
      ...(causal ? [node('Add', ['scores', 'mask'], ['seen'])] : []),
      node('Softmax', [causal ? 'seen' : 'scores'], ['weights'], { axis: 3 }),
      node('MatMul', ['weights', 'v_heads'], ['o_heads']),
      ...joinAndProject,
    ],
    initializers: {
      ...squares({ wq: scaled(wq, dHead), ...weights }, dModel),
      ...shapes(T, dModel, numHeads),
      ...(causal && { mask: { shape: [T, T], data: causalMask(T) } }),
    },
  };
}

/** Earlier keys and values lie in the model, so that no call has to hand them over. */
function decodeWithPast({ dModel, numHeads, past }, { x, wq, wk, wv, wo, k, v }) {
  const shape = [1, numHeads, past, dModel / numHeads];
  const inputs = ['q', 'k', 'v', '', '', '', 'past_k', 'past_v'];
  return {
    input: x,
    shape: [1, 1, dModel],
    nodes: [
      ...projections,
      node('MultiHeadAttention', inputs, ['heads', 'all_k', 'all_v'], {
        domain: MICROSOFT,
        num_heads: numHeads,
      }),
      node('MatMul', ['heads', 'wo'], ['y']),
    ],
    initializers: {
      ...squares({ wq, wk, wv, wo }, dModel),
      past_k: { shape, data: headsFirst(k, past, dModel, numHeads) },
      past_v: { shape, data: headsFirst(v, past, dModel, numHeads) },
    },
  };
}

/** The same from plain nodes. Nothing is copied: only scores and outputs of old and new are joined. */
function decodeWithNodes({ dModel, numHeads, past }, { x, wq, wk, wv, wo, k, v }) {
  const dHead = dModel / numHeads;
  return {
    input: x,
    shape: [1, 1, dModel],
    nodes: [
      ...projections,
      ...split('q', [0, 2, 1, 3]),
      ...split('k', [0, 2, 3, 1]),
      ...split('v', [0, 2, 1, 3]),
      node('MatMul', ['q_heads', 'past_k'], ['past_scores']),
      node('MatMul', ['q_heads', 'k_heads'], ['own_score']),
      node('Concat', ['past_scores', 'own_score'], ['scores'], { axis: 3 }),
      node('Softmax', ['scores'], ['weights'], { axis: 3 }),
      node('Split', ['weights', 'parts'], ['past_weights', 'own_weight'], { axis: 3 }),
      node('MatMul', ['past_weights', 'past_v'], ['past_heads']),
      node('MatMul', ['own_weight', 'v_heads'], ['own_heads']),
      node('Add', ['past_heads', 'own_heads'], ['o_heads']),
      ...joinAndProject,
    ],
    initializers: {
      ...squares({ wq: scaled(wq, dHead), wk, wv, wo }, dModel),
      ...shapes(1, dModel, numHeads),
      parts: integers(past, 1),
      past_k: { shape: [1, numHeads, dHead, past], data: keysFirst(k, past, dModel) },
      past_v: { shape: [1, numHeads, past, dHead], data: headsFirst(v, past, dModel, numHeads) },
    },
  };
}

const projections = ['q', 'k', 'v'].map((name) => node('MatMul', ['x', `w${name}`], [name]));

const split = (name, perm) => [
  node('Reshape', [name, 'split_shape'], [`${name}_split`]),
  node('Transpose', [`${name}_split`], [`${name}_heads`], { perm }),
];

const joinAndProject = [
  node('Transpose', ['o_heads'], ['o_split'], { perm: [0, 2, 1, 3] }),
  node('Reshape', ['o_split', 'join_shape'], ['heads']),
  node('MatMul', ['heads', 'wo'], ['y']),
];

const shapes = (T, dModel, numHeads) => ({
  split_shape: integers(1, T, numHeads, dModel / numHeads),
  join_shape: integers(1, T, dModel),
});

const integers = (...values) => ({
  shape: [values.length],
  data: BigInt64Array.from(values, BigInt),
});

const squares = (weights, dModel) =>
  Object.fromEntries(
    Object.entries(weights)
      .filter(([name]) => name.startsWith('w'))
      .map(([name, data]) => [name, { shape: [dModel, dModel], data }]),
  );
