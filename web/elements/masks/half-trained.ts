import type { Engine } from '../../../emscripten/package/contract.js';

/** After so few steps heads are not sharp yet, so a mask has something to change. */
export const training = { seed: 58, steps: 30 } as const;
/** A slice takes a few ms, so that the page can respond. */
const stepsPerSlice = 5;

const files = new WeakMap<Engine, Promise<Uint8Array>>();

/** The half-trained model as a file, trained on the spot, once for all figures of a page. */
export function halfTrained(engine: Engine): Promise<Uint8Array> {
  let file = files.get(engine);
  if (!file) {
    files.set(engine, (file = train(engine)));
    file.catch(() => files.delete(engine)); // the next call tries again
  }
  return file;
}

async function train(engine: Engine): Promise<Uint8Array> {
  const trainer = engine.trainer({ task: 'sentences', numHeads: 4, seed: training.seed });
  try {
    for (let step = 0; step < training.steps; step += stepsPerSlice) {
      trainer.step(stepsPerSlice);
      await new Promise((resolve) => setTimeout(resolve));
    }
    return trainer.save();
  } finally {
    trainer.dispose();
  }
}
