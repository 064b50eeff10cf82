import type { Attention, Engine, Tensor } from '../../../emscripten/package/contract.js';
import { keysOf, layerOf, type PipelineState } from './state.js';
import type { Sizes, TensorId } from './tensors.js';

/** One run of the core: every tensor of the picture. */
export interface PipelineRun {
  readonly engine: Engine;
  readonly state: PipelineState;
  readonly sizes: Sizes;
  readonly tensors: Readonly<Record<TensorId, Tensor>>;
  /** Without transpose: the head whose numbers a row of a lane really has, [B, H, T]; else null. */
  readonly origins: Tensor | null;
  /** Without transpose: the largest |difference| of the output. */
  readonly difference: number | null;
}

/** @throws ConfigError where the sizes make no layer */
export function runPipeline(engine: Engine, state: PipelineState): PipelineRun {
  const { batch, tokens, dModel, heads, kvHeads, dHead, kind, lengths, seed } = state;
  const layer = engine.attention({
    ...{ dModel, numHeads: heads, numKvHeads: kvHeads ?? heads, seed },
    ...(dHead === null ? {} : { dHead }),
  });
  try {
    const keys = keysOf(state);
    const x = engine.tensor.randomNormal([batch, tokens, dModel], { seed });
    const m =
      kind === 'cross' ? engine.tensor.randomNormal([batch, keys, dModel], { seed: seed + 1 }) : x;
    const {
      q,
      k,
      v,
      maskedScores,
      weights,
      heads: z,
      combined,
      output,
    } = layer.trace(x, {
      causal: kind === 'causal',
      ...(kind === 'cross' ? { context: m } : {}),
      ...(lengths.length > 0 ? { validLens: lengths } : {}),
    });
    const { dHead: D, numKvHeads: G } = layer.config;
    const sizes = { B: batch, T: tokens, S: keys, H: heads, G, dModel, D };
    const [qs, ks, vs, zt] = [q, k, v, z].map((each) => swapped(engine, each)) as Four;
    const flat = (tensor: Tensor) => {
      const [b = 0, t = 0] = tensor.shape;
      return engine.tensor.reshape(tensor, [b, t, -1]);
    };
    const right: PipelineRun['tensors'] = {
      ...({ x, m, ...matrices(layer) } as Pick<PipelineRun['tensors'], 'x' | 'm' | Matrix>),
      ...{ q0: flat(qs), k0: flat(ks), v0: flat(vs), qs, ks, vs, q, k, v },
      ...{ s: maskedScores, a: weights, z, zt, c: combined, y: output },
    };
    const run = { engine, state, sizes, tensors: right, origins: null, difference: null };
    return state.skip ? withoutTranspose(run) : run;
  } finally {
    layer.dispose();
  }
}

type Four = [Tensor, Tensor, Tensor, Tensor];
type Matrix = 'wq' | 'wk' | 'wv' | 'wo';

function matrices(layer: Attention): Pick<PipelineRun['tensors'], Matrix> {
  const { wq, wk, wv, wo } = layer.weights();
  return { wq: wq!, wk: wk!, wv: wv!, wo: wo! };
}

const swapped = ({ tensor }: Engine, x: Tensor) => tensor.transpose(x, [0, 2, 1, 3]);

/** The queries' numbers as they lie, under the right shape: everything after them goes wrong. */
function withoutTranspose(run: PipelineRun): PipelineRun {
  const { engine, sizes, tensors } = run;
  const { B, T, S, H, D } = sizes;
  const { tensor } = engine;
  const q = tensor.reshape(tensors.q0, [B, H, T, D]);
  const [k, v] = [tensors.k, tensors.v].map((each) => perHead(run, each)) as [Tensor, Tensor];
  const products = tensor.matmul(q, tensor.transpose(k, [0, 1, 3, 2]));
  const scores = tensor.divide(products, Math.sqrt(D));
  const isHidden = Array.from(tensors.s.data, (score) => (score === -Infinity ? 1 : 0));
  const s = tensor.where({ shape: [B, H, T, S], data: isHidden }, -Infinity, scores);
  const a = tensor.softmax(s);
  const z = tensor.matmul(a, v);
  const zt = swapped(engine, z);
  const c = tensor.reshape(zt, [B, T, H * D]);
  const y = tensor.matmul(c, tensors.wo);
  const distance = tensor.subtract(y, tensors.y).data;
  return {
    ...run,
    tensors: { ...tensors, q, s, a, z, zt, c, y },
    origins: originHeads(run),
    difference: distance.reduce((most, value) => Math.max(most, Math.abs(value)), 0),
  };
}

/** Keys or values of a group, once for each of its heads. */
function perHead({ engine, sizes }: PipelineRun, shared: Tensor): Tensor {
  const { B, S, H, G, D } = sizes;
  const { tensor } = engine;
  const copies = tensor.add(
    tensor.reshape(shared, [B, G, 1, S, D]),
    tensor.zeros([B, G, H / G, S, D]),
  );
  return tensor.reshape(copies, [B, H, S, D]);
}

const split = 'b t (h d) -> b h t d';

/** What the core finds if the queries are reshaped without the transpose. */
export const runSkipped = ({ engine, sizes }: PipelineRun) =>
  engine.shapes.runPattern(
    ['reshape(b, h, t, d)'],
    { b: sizes.B, t: sizes.T, h: sizes.H, d: sizes.D },
    split,
  );

function originHeads(run: PipelineRun): Tensor {
  const { B, T, H, D } = run.sizes;
  const { origins } = runSkipped(run);
  const data = new Float32Array(B * H * T);
  for (let row = 0; row < data.length; row++) {
    data[row] = Math.floor((origins.data[row * D]! % (H * D)) / D);
  }
  return { shape: [B, H, T], data };
}

/** The run that there is, if only what is looked at has changed. */
export function runAgain(
  engine: Engine,
  before: PipelineRun | null,
  state: PipelineState,
): PipelineRun {
  return before?.state.skip === state.skip && isSameLayer(before.state, state)
    ? { ...before, state }
    : runPipeline(engine, state);
}

/** Whether the states have the same layer and inputs: only what is shown of them differs. */
export const isSameLayer = (one: PipelineState, other: PipelineState): boolean =>
  one.seed === other.seed && layerOf(one) === layerOf(other);
