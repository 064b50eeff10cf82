import type {
  AttentionTrace,
  Engine,
  Tensor,
  Trainer,
  TrainerConfig,
  TrainingReport,
} from '../../../emscripten/package/contract.js';
import { ConfigError, ManyheadsError } from '../../../emscripten/package/index.js';
import { toTrainerChange, type Operation } from './operation.js';
import { part } from '../tensor-view.js';
import type {
  Finding,
  Glance,
  MakeResult,
  Measurements,
  Model,
  StepReports,
  TrainingService,
} from './service.js';
import { TrainingHistory } from './history.js';

/** The training bench's worker: all runs, on one engine. */
export class TrainingBench implements Omit<TrainingService, 'load'> {
  readonly #engine: Engine;
  #runs: readonly Trainer[] = [];
  #pooled: Trainer | null = null;
  /** The last report of each run; null before its first step. */
  #reports: (TrainingReport | null)[] = [];
  #history = new TrainingHistory();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  make(configs: readonly TrainerConfig[]): MakeResult {
    const trainers: Trainer[] = [];
    try {
      for (const config of configs) trainers.push(this.#engine.trainer(config));
    } catch (error) {
      trainers.forEach((trainer) => trainer.dispose());
      if (!(error instanceof ManyheadsError)) throw error;
      const field = error instanceof ConfigError ? error.field : null;
      return { models: [], refusal: { run: trainers.length, field, message: error.message } };
    }
    this.dispose();
    this.#runs = trainers;
    this.#reports = trainers.map(() => null);
    this.#history = new TrainingHistory();
    this.#saveModels();
    return { models: trainers.map(describeModel), refusal: null };
  }

  advance(count: number, budget: number): readonly StepReports[] {
    const end = performance.now() + budget;
    const steps: TrainingReport[][] = this.#runs.map(() => []);
    for (let step = 0; step < count && (step === 0 || performance.now() < end); step++) {
      const running = [...this.#runs.entries()].filter(([run]) => !this.#reports[run]?.diverged);
      if (running.length === 0) break;
      for (const [run, trainer] of running) {
        const report = trainer.step();
        this.#reports[run] = report;
        steps[run]!.push(report);
      }
      this.#saveModels();
    }
    return this.#runs.map((trainer, run) =>
      joinReports(steps[run]!, trainer.relations.length, this.#reports[run] ?? null),
    );
  }

  glance(): readonly Glance[] {
    return this.#runs.map((trainer, run) => takeGlance(trainer, this.#step(run)));
  }

  measure(requested: number): Measurements {
    const newest = this.#newestStep();
    const step = requested >= newest ? newest : this.#history.latest(requested);
    const runs = this.#runs.map((_, run) =>
      this.#with(run, step, (trainer, at) => ({
        glance: takeGlance(trainer, at),
        finding: measureFinding(trainer, at),
      })),
    );
    return { step, stride: this.#history.stride, runs };
  }

  operate(run: number, step: number, operation: Operation): readonly number[] {
    return this.#with(run, step, (trainer) => {
      if (operation.kind === 'pool') {
        this.#pooled?.dispose();
        this.#pooled = null;
        this.#pooled = trainer.toGrouped(operation.kvHeads, { from: operation.from });
        return this.#pooled.evaluate().accuracy;
      }
      const { numLayers, numHeads } = trainer.config;
      return trainer.evaluate(toTrainerChange(operation, numLayers, numHeads)).accuracy;
    });
  }

  trainPooled(steps: number): readonly number[] {
    this.#pooled!.step(steps);
    return this.#pooled!.evaluate().accuracy;
  }

  save(run: number, step: number): Uint8Array {
    return this.#with(run, step, (trainer) => trainer.save());
  }

  memory() {
    const { used, handles } = this.#engine.memory();
    return { used, handles };
  }

  dispose() {
    for (const trainer of this.#runs) trainer.dispose();
    this.#pooled?.dispose();
    this.#pooled = null;
    this.#runs = [];
  }

  #step(run: number): number {
    return this.#reports[run]?.step ?? 0;
  }

  #newestStep(): number {
    return Math.max(...this.#runs.map((_, run) => this.#step(run)));
  }

  /** Saves the models of this step. A run that diverged keeps its last model. */
  #saveModels() {
    const step = this.#newestStep();
    if (this.#history.shouldSave(step)) {
      this.#history.keep(
        step,
        this.#runs.map((trainer) => trainer.save()),
      );
    }
  }

  /** Calls `use` with the model of a run at a step: the current one or a saved one. */
  #with<Result>(run: number, step: number, use: (trainer: Trainer, at: number) => Result): Result {
    const last = this.#step(run);
    const saved = step < last ? this.#history.at(step)?.[run] : undefined;
    if (!saved) return use(this.#runs[run]!, last);
    const restored = this.#engine.trainerFromCheckpoint(saved);
    try {
      return use(restored, step);
    } finally {
      restored.dispose();
    }
  }
}

function takeGlance(trainer: Trainer, step: number): Glance {
  const { tokens, layers } = trainer.sample({ seed: 0 });
  const weights = layers.map(maskHidden);
  return { step, tokens, weights, apart: differenceFromFirst(weights) };
}

function measureFinding(trainer: Trainer, step: number): Finding {
  const { numLayers, numHeads } = trainer.config;
  const layers = Array.from({ length: numLayers }, (_, layer) => trainer.ablation({ layer }));
  const shape = [numLayers, numHeads, trainer.relations.length];
  const data = Float32Array.from(layers.flatMap((layer) => [...layer.data]));
  const { loss, accuracy } = trainer.evaluate();
  const { mass, entropy } = trainer.reading();
  return { step, loss, accuracy, ablation: { shape, data }, mass, entropy };
}

function describeModel(trainer: Trainer): Model {
  const { numHeads: heads, dModel, numLayers: layers, learningRate: rate } = trainer.config;
  return {
    relations: trainer.relations,
    parameters: trainer.parameterCount,
    heads,
    dHead: dModel / heads,
    rate,
    layers,
    chance: trainer.chance(),
  };
}

function joinReports(
  reports: readonly TrainingReport[],
  relations: number,
  last: TrainingReport | null,
): StepReports {
  const averages = new Float32Array(reports.length * relations);
  reports.forEach(({ averageAccuracy }, step) => averages.set(averageAccuracy, step * relations));
  return {
    losses: Float32Array.from(reports, ({ loss }) => loss),
    averages,
    solvedAt: last?.solvedAt ?? null,
    diverged: last?.diverged ?? false,
  };
}

/** The weights of one layer, [H, T, S], with NaN for hidden keys. */
function maskHidden({ weights, maskedScores }: AttentionTrace): Tensor {
  const data = weights.data.map((weight, i) =>
    maskedScores.data[i] === -Infinity ? Number.NaN : weight,
  );
  return { shape: weights.shape, data };
}

/** The largest difference between a weight of head 0 and that of another head; null for one head. */
function differenceFromFirst(layers: readonly Tensor[]): number | null {
  const heads = layers[0]!.shape[0]!;
  if (heads === 1) return null;
  let largest = 0;
  for (const layer of layers) {
    const first = part(layer, 0).data;
    for (let head = 1; head < heads; head++) {
      part(layer, head).data.forEach((weight, i) => {
        const difference = Math.abs(weight - first[i]!);
        if (difference > largest) largest = difference; // false for NaN: a hidden key
      });
    }
  }
  return largest;
}
