import type { Engine } from '../../../emscripten/package/index.js';
import { layerFlops } from './flops.js';
import type { Bench } from './timing.js';

interface LayerSize {
  readonly tokens: number;
  readonly dModel: number;
  readonly heads: number;
}

/** What a row of the speed panel measures. */
export type Subject =
  | { readonly kind: 'peak' }
  | { readonly kind: 'memory'; readonly bytes: number }
  | ({ readonly kind: 'layer'; readonly causal: boolean } & LayerSize)
  | ({ readonly kind: 'decode' } & LayerSize);

const layer = (tokens: number, dModel: number, heads: number, causal = false) => ({
  kind: 'layer' as const,
  ...{ tokens, dModel, heads, causal },
});

export const largestLayer = layer(1024, 768, 12);
export const decoding: Subject = { kind: 'decode', tokens: 1024, dModel: 768, heads: 12 };

export const subjects: readonly Subject[] = [
  { kind: 'peak' },
  { kind: 'memory', bytes: 64 * 2 ** 20 }, // more than most processors' caches
  layer(6, 64, 4),
  layer(64, 256, 8),
  layer(128, 512, 8),
  layer(512, 512, 8),
  largestLayer,
  layer(1024, 768, 12, true),
  decoding,
];

/** How many independent sums are tried for the peak. Which is fastest depends on the browser. */
export const chainCounts = [13, 12, 10, 8] as const;

/** @param chains  the number of independent sums, for the peak */
export function makeBench(
  subject: Subject,
  engine: Engine,
  chains: (typeof chainCounts)[number] = 13,
): Bench {
  switch (subject.kind) {
    case 'peak':
      return { run: (rounds) => engine.limits.multiplyAdd(rounds, chains) };
    case 'memory':
      return {
        run: (rounds) => engine.limits.readMemory(subject.bytes, rounds),
        dispose: () => engine.limits.readMemory(1024, 1), // frees the large buffer
      };
    case 'layer':
      return layerBench(subject, engine);
    case 'decode':
      return decodeBench(subject, engine);
  }
}

function layerBench(
  { tokens, dModel, heads, causal }: LayerSize & { causal: boolean },
  engine: Engine,
) {
  const layer = engine.attention({ dModel, numHeads: heads });
  const x = engine.tensor.randomNormal([tokens, dModel]);
  const options = causal ? { causal } : undefined;
  const flops = layerFlops(tokens, dModel, causal);
  return {
    run(times: number) {
      for (let i = 0; i < times; ++i) layer.forward(x, options);
      return times * flops;
    },
    dispose: () => layer.dispose(),
  };
}

/** Each run starts after `tokens` tokens and adds only a few, so that all steps cost nearly the same. */
function decodeBench({ tokens, dModel, heads }: LayerSize, engine: Engine): Bench {
  const maxTimes = tokens / 16;
  const layer = engine.attention({ dModel, numHeads: heads });
  const cache = layer.cache({ capacity: tokens + maxTimes });
  const earlier = engine.tensor.randomNormal([tokens, dModel]);
  const next = engine.tensor.randomNormal([1, dModel], { seed: 1 });
  return {
    maxTimes,
    prepare(times) {
      if (cache.length > 0 && cache.length + times <= tokens + maxTimes) return;
      cache.reset();
      cache.step(earlier);
    },
    run(times) {
      for (let i = 0; i < times; ++i) cache.step(next);
      return times;
    },
    dispose() {
      cache.dispose();
      layer.dispose();
    },
  };
}
