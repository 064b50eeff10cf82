/** The speed panel's worker. The page stays usable, and can end it at any time. */
import { expose } from 'comlink';
import { load, type Engine } from '../../../emscripten/package/index.js';
import type { Measuring } from './measuring.js';
import type { Measured } from './report.js';
import { makeBench, chainCounts, type Subject } from './subjects.js';
import { timed, type Timing } from './timing.js';

let engine: Engine;
/** The fastest number of chains, and how many rounds take 20 ms; null until the peak is known. */
let fastest: { chains: (typeof chainCounts)[number]; rounds: number } | null = null;

/** Operations per second now. Clock rates change, so peak and layers are measured in turns. */
function peakNow(): number {
  if (!fastest) return 0;
  const start = performance.now();
  const operations = engine.limits.multiplyAdd(fastest.rounds, fastest.chains);
  return operations / ((performance.now() - start) / 1000);
}

/** Tries all numbers of chains within the row's budget, and takes the fastest. */
function measurePeak(subject: Subject, budget: number): Measured {
  const speed = ({ work, best }: Timing) => work / best;
  let found: Timing | null = null;
  for (const chains of chainCounts) {
    const timing = timed(makeBench(subject, engine, chains), budget / chainCounts.length);
    if (found && speed(timing) <= speed(found)) continue;
    found = timing;
    fastest = { chains, rounds: Math.ceil(0.02 / timing.best) };
  }
  return { subject, ...found!, peakBetween: 0 };
}

function measure(subject: Subject, budget: number): Measured {
  if (subject.kind === 'peak') return measurePeak(subject, budget);
  const bench = makeBench(subject, engine);
  let peakBetween = 0;
  const between = () => (peakBetween = Math.max(peakBetween, peakNow()));
  try {
    return { subject, ...timed(bench, budget, between), peakBetween };
  } finally {
    bench.dispose?.();
  }
}

const measuring: Measuring = {
  async load(wasm) {
    engine = await load(wasm ? { wasm } : {});
    return engine.version;
  },
  measure,
};
expose(measuring);
