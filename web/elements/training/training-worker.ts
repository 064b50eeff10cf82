/** The bench's worker. The page stays usable, and can end it at any time. */
import { expose } from 'comlink';
import { load } from '../../../emscripten/package/index.js';
import type { TrainingService } from './service.js';
import { TrainingBench } from './bench.js';

let bench: TrainingBench;

const training: TrainingService = {
  async load(wasm) {
    const engine = await load(wasm ? { wasm } : {});
    bench = new TrainingBench(engine);
    return engine.version;
  },
  make: (configs) => bench.make(configs),
  advance: (count, budget) => bench.advance(count, budget),
  glance: () => bench.glance(),
  measure: (step) => bench.measure(step),
  operate: (run, step, operation) => bench.operate(run, step, operation),
  trainPooled: (steps) => bench.trainPooled(steps),
  save: (run, step) => bench.save(run, step),
  memory: () => bench.memory(),
};
expose(training);
