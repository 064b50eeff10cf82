import type { Engine } from '../../../emscripten/package/contract.js';
import { runSaturation, type SaturationRun } from './run.js';

/** How long work may block the page before it can respond, in ms. */
const budget = 12;
/** How many seeds are remembered: going back to one of them takes no time. */
const remembered = 4;

/** What one seed gives, finished or in progress. Figures with the same seed share it. */
interface Work {
  readonly engine: Engine;
  readonly steps: Generator<number, SaturationRun>;
  share: number;
  run: SaturationRun | null;
}
const known = new Map<number, Work>();

/**
 * Computes what the seed gives, a few ms at a time. Work that was left, or that another figure is
 * doing too, is continued where it is.
 * @param isWanted  null is returned soon after it became false
 */
export async function computeInSlices(
  engine: Engine,
  seed: number,
  isWanted: () => boolean,
  onProgress: (share: number) => void,
): Promise<SaturationRun | null> {
  const work = workFor(engine, seed);
  while (!doSlice(work)) {
    onProgress(work.share);
    await new Promise((resolve) => setTimeout(resolve));
    if (!isWanted()) return null;
  }
  return work.run;
}

function workFor(engine: Engine, seed: number): Work {
  const found = known.get(seed);
  if (found?.engine === engine) return found;
  const work = { engine, steps: runSaturation(engine, seed), share: 0, run: null };
  known.set(seed, work);
  const [oldest] = known.keys();
  if (known.size > remembered && oldest !== undefined) known.delete(oldest);
  return work;
}

/** Works until it is time for a pause. @return whether all is done */
function doSlice(work: Work): boolean {
  for (const pause = performance.now() + budget; !work.run && performance.now() < pause;) {
    const step = nextStep(work);
    if (step.done) work.run = step.value;
    else work.share = step.value;
  }
  return work.run !== null;
}

/** Work that failed is begun anew the next time. */
function nextStep(work: Work) {
  try {
    return work.steps.next();
  } catch (error) {
    for (const [seed, other] of known) if (other === work) known.delete(seed);
    throw error;
  }
}
