/** The speed panel's worker. The page stays usable, and can end it at any time. */
import { expose } from 'comlink';
import { load, type Engine } from '../../../emscripten/package/index.js';
import type { Measuring } from './measuring.js';
import type { Measurement } from './report.js';
import { makeBench, chainCounts, type Subject } from './subjects.js';
import { timeBench, type Timing } from './timing.js';

let engine: Engine;
/** The fastest number of chains, and how many rounds take 20 ms; null until the peak is known. */
let fastest: { chains: (typeof chainCounts)[number]; rounds: number } | null = null;

/** Operations per second now. Clock rates change, so peak and layers are measured in turns. */
function measurePeakNow(): number {
  if (!fastest) return 0;
  const start = performance.now();
  const operations = engine.limits.multiplyAdd(fastest.rounds, fastest.chains);
  return operations / ((performance.now() - start) / 1000);
}

/** Tries all numbers of chains within the row's budget, and takes the fastest. */
function measurePeak(subject: Subject, budget: number): Measurement {
  const speed = ({ work, best }: Timing) => work / best;
  let fastestTiming: Timing | null = null;
  for (const chains of chainCounts) {
    const timing = timeBench(makeBench(subject, engine, chains), budget / chainCounts.length);
    if (fastestTiming && speed(timing) <= speed(fastestTiming)) continue;
    fastestTiming = timing;
    fastest = { chains, rounds: Math.ceil(0.02 / timing.best) };
  }
  return { subject, ...fastestTiming!, peakBetween: 0 };
}

function measure(subject: Subject, budget: number): Measurement {
  if (subject.kind === 'peak') return measurePeak(subject, budget);
  const bench = makeBench(subject, engine);
  let peakBetween = 0;
  const between = () => (peakBetween = Math.max(peakBetween, measurePeakNow()));
  try {
    return { subject, ...timeBench(bench, budget, between), peakBetween };
  } finally {
    bench.dispose?.();
  }
}

const measuring: Measuring = {
  async load(wasm) {
    engine = await load({ wasm });
    return engine.version;
  },
  measure,
};
expose(measuring);
