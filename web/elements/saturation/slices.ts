import type { Engine } from '../../../emscripten/package/contract.js';
import { runSaturation, type SaturationRun } from './run.js';

/** How long work may block the page before it can respond, in ms. */
const budget = 12;
/** So many seeds are remembered: going back to one takes no time. */
const remembered = 4;

const finished = new Map<number, SaturationRun>();

/**
 * Computes what the seed gives, a few ms at a time, or finds it where it was computed before.
 * @param isWanted  null is returned soon after it became false
 */
export async function computeInSlices(
  engine: Engine,
  seed: number,
  isWanted: () => boolean,
  onProgress: (share: number) => void,
): Promise<SaturationRun | null> {
  const known = finished.get(seed);
  if (known?.engine === engine) return known;
  const work = runSaturation(engine, seed);
  for (let pause = performance.now() + budget; ;) {
    const step = work.next();
    if (step.done) return remember(step.value);
    if (performance.now() < pause) continue;
    onProgress(step.value);
    await new Promise((resolve) => setTimeout(resolve));
    if (!isWanted()) return null;
    pause = performance.now() + budget;
  }
}

function remember(run: SaturationRun): SaturationRun {
  finished.set(run.seed, run);
  const [oldest] = finished.keys();
  if (finished.size > remembered && oldest !== undefined) finished.delete(oldest);
  return run;
}
