/** The worker of everything that trains. The page stays usable, and can end it at any time. */
import { expose } from 'comlink';
import { load } from '../../../emscripten/package/index.js';
import { TrainingBench } from './bench.js';
import { TrainedModels, type ModelService } from './models.js';
import type { TrainingService } from './service.js';

let bench: TrainingBench;
let models: TrainedModels;

const training: TrainingService & ModelService = {
  async load(wasm) {
    const engine = await load({ wasm });
    bench = new TrainingBench(engine);
    models = new TrainedModels(engine);
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
  openModel: (source) => models.openModel(source),
  evaluateModel: (model) => models.evaluateModel(model),
  trainModel: (model, steps, budget) => models.trainModel(model, steps, budget),
  saveModel: (model) => models.saveModel(model),
  closeModel: (model) => models.closeModel(model),
};
expose(training);
