/** This package as it is published: JavaScript arrays go in, JavaScript arrays come out. */
import { calls } from '../timing.mjs';
import { checkedSteps, stepsPerRun, trainingSeed } from '../training-run.mjs';

/** Of every layer's weights. */
export const seed = 7;

/** A layer of a form of attention; its weights are those of the seed. */
export function layerOf(engine, { dModel, numHeads, numKvHeads, dHead, dLatent, dRope }) {
  return dLatent
    ? engine.latentAttention({ dModel, numHeads, dHead, dLatent, dRope, seed })
    : engine.attention({ dModel, numHeads, numKvHeads, dHead, seed });
}

/** Steps after the given tokens before the cache is filled afresh; on average 3 % more to read. */
const stepsAFilling = 64;

export function manyheads(engine) {
  const prepare = {
    product: ({ M, K, N }, { a, b }) => {
      const [left, right] = [tensor(a, M, K), tensor(b, K, N)];
      return { ...calls(() => engine.tensor.matmul(left, right).data), dispose() {} };
    },
    layer: ({ T, dModel, numHeads, causal }, { x, ...weights }) => {
      const attention = attentionLayer(dModel, numHeads, weights);
      const input = tensor(x, T, dModel);
      const options = causal ? { causal } : undefined;
      return {
        ...calls(() => attention.forward(input, options).data),
        dispose: () => attention.dispose(),
      };
    },
    decode: ({ dModel, numHeads, past }, { past: before, x, wq, wk, wv, wo }) => {
      const attention = attentionLayer(dModel, numHeads, { wq, wk, wv, wo });
      return decodeWith(attention, past, tensor(before, past, dModel), tensor(x, 1, dModel));
    },
    form(sizes, { past: before, x }) {
      const { dModel, past } = sizes;
      const layer = layerOf(engine, sizes);
      return decodeWith(layer, past, tensor(before, past, dModel), tensor(x, 1, dModel));
    },
    training: ({ numHeads }) => training(engine, numHeads),
  };

  function attentionLayer(dModel, numHeads, weights) {
    const given = Object.entries(weights).map(([name, data]) => [
      name,
      tensor(data, dModel, dModel),
    ]);
    return engine.attention({ dModel, numHeads }, Object.fromEntries(given));
  }

  return {
    name: 'manyheads',
    peer: false,
    variants: () => ['published'],
    prepare: async ({ kind, sizes }, tensors) => prepare[kind](sizes, tensors),
  };
}

const tensor = (data, ...shape) => ({ shape, data });

/** Takes the layer away in the end. */
function decodeWith(layer, past, before, x) {
  const cache = layer.cache({ capacity: past + stepsAFilling });
  return {
    ...steps(cache, before, x),
    dispose() {
      cache.dispose();
      layer.dispose();
    },
  };
}

/** Single steps are timed; filling the cache with what came before is not. */
function steps(cache, before, x) {
  const refill = () => {
    cache.reset();
    cache.step(before);
  };
  refill();
  return {
    time(count) {
      let ms = 0;
      for (let made = 0; made < count;) {
        if (cache.length === cache.capacity) refill();
        const now = Math.min(count - made, cache.capacity - cache.length);
        const start = performance.now();
        for (let i = 0; i < now; i++) cache.step(x);
        ms += performance.now() - start;
        made += now;
      }
      return ms;
    },
    output() {
      refill();
      return cache.step(x).data;
    },
  };
}

/** Steps of a run, one a call; after the last a new run, whose start is timed with it. */
function training(engine, numHeads) {
  const create = () => engine.trainer({ task: 'relations', numHeads, seed: trainingSeed });
  let trainer = create();
  const step = () => {
    if (trainer.step().step < stepsPerRun) return;
    trainer.dispose();
    trainer = create();
  };
  return {
    ...calls(step),
    output() {
      const fresh = create();
      const losses = Float32Array.from({ length: checkedSteps }, () => fresh.step().loss);
      fresh.dispose();
      return losses;
    },
    dispose: () => trainer.dispose(),
  };
}
