/** The thread in which the speed panel measures: the page stays usable, and may end it at once. */
import { expose } from 'comlink';
import { load, type Engine } from '../../emscripten/package/index.js';
import type { Measuring } from '../lib/measuring.js';
import type { Measured } from '../lib/speed-report.js';
import { benchOf, type Subject } from '../lib/speed-subjects.js';
import { timed } from '../lib/timing.js';

let engine: Engine;
/** Rounds that take 20 ms at the peak; 0 until it is known. */
let peakRounds = 0;

/** Operations a second. Machines change their clock: limit and layer are measured in turns. */
function peakNow(): number {
  if (peakRounds === 0) return 0;
  const start = performance.now();
  const operations = engine.limits.multiplyAdd(peakRounds);
  return operations / ((performance.now() - start) / 1000);
}

function measure(subject: Subject, budget: number): Measured {
  const bench = benchOf(subject, engine);
  let peakBetween = 0;
  const between = () => (peakBetween = Math.max(peakBetween, peakNow()));
  try {
    const timing = timed(bench, budget, between);
    if (subject.kind === 'peak') peakRounds = Math.ceil(0.02 / timing.best);
    return { subject, ...timing, peakBetween };
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
