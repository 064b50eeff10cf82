/** This package as it is published: JavaScript arrays go in, JavaScript arrays come out. */
import { calls } from '../timing.mjs';

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
      const cache = attention.cache({ capacity: past + stepsAFilling });
      return {
        ...steps(cache, tensor(before, past, dModel), tensor(x, 1, dModel)),
        dispose() {
          cache.dispose();
          attention.dispose();
        },
      };
    },
  };

  function attentionLayer(dModel, numHeads, weights) {
    const given = Object.entries(weights).map(([name, data]) => [
      name,
      tensor(data, dModel, dModel),
    ]);
    return engine.attention({ dModel, numHeads }, Object.fromEntries(given));
  }

  /** What a row needs that this build of the package lacks, or null. */
  const lacks = ({ kind }) => {
    if (kind !== 'decode') return null;
    const attention = engine.attention({ dModel: 4, numHeads: 1 });
    const lacking = 'cache' in attention ? null : 'the package has no attention.cache() yet';
    attention.dispose();
    return lacking;
  };

  return {
    name: 'manyheads',
    peer: false,
    lacks,
    variants: (row) => (lacks(row) ? [] : ['published']),
    prepare: async ({ kind, sizes }, tensors) => prepare[kind](sizes, tensors),
  };
}

const tensor = (data, ...shape) => ({ shape, data });

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
