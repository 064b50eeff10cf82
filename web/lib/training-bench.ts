import type {
  AttentionTrace,
  Engine,
  Tensor,
  Trainer,
  TrainerConfig,
  TrainingReport,
} from '../../emscripten/package/contract.js';
import { ConfigError, ManyheadsError } from '../../emscripten/package/index.js';
import { changeOf, type Operation } from './surgery.js';
import { part } from './tensor-view.js';
import type { Finding, Glance, Made, Model, Stretch, TrainingService } from './training.js';

/** The runs of the bench on an engine: what stands in its worker. */
export class TrainingBench implements Omit<TrainingService, 'load'> {
  readonly #engine: Engine;
  #runs: readonly Trainer[] = [];
  #pooled: Trainer | null = null;
  /** Of each run, where one was trained. */
  #reports: (TrainingReport | null)[] = [];

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  make(configs: readonly TrainerConfig[]): Made {
    const made: Trainer[] = [];
    try {
      for (const config of configs) made.push(this.#engine.trainer(config));
    } catch (error) {
      made.forEach((trainer) => trainer.dispose());
      if (!(error instanceof ManyheadsError)) throw error;
      const field = error instanceof ConfigError ? error.field : null;
      return { models: [], refusal: { run: made.length, field, message: error.message } };
    }
    this.dispose();
    this.#runs = made;
    this.#reports = made.map(() => null);
    return { models: made.map(modelOf), refusal: null };
  }

  advance(count: number, budget: number): readonly Stretch[] {
    const end = performance.now() + budget;
    const steps: TrainingReport[][] = this.#runs.map(() => []);
    for (let step = 0; step < count && (step === 0 || performance.now() < end); step++) {
      for (const [run, trainer] of this.#runs.entries()) {
        if (this.#reports[run]?.diverged) continue;
        const report = trainer.step();
        this.#reports[run] = report;
        steps[run]!.push(report);
      }
    }
    return this.#runs.map((trainer, run) =>
      stretchOf(steps[run]!, trainer.relations.length, this.#reports[run] ?? null),
    );
  }

  glance(): readonly Glance[] {
    return this.#runs.map((trainer, run) => {
      const { tokens, layers } = trainer.sample({ seed: 0 });
      const weights = layers.map(visible);
      return { step: this.#step(run), tokens, weights, apart: apartOf(weights) };
    });
  }

  measure(run: number): Finding {
    const trainer = this.#runs[run]!;
    const { numLayers, numHeads } = trainer.config;
    const layers = Array.from({ length: numLayers }, (_, layer) => trainer.ablation({ layer }));
    const shape = [numLayers, numHeads, trainer.relations.length];
    const data = Float32Array.from(layers.flatMap((layer) => [...layer.data]));
    const { loss, accuracy } = trainer.evaluate();
    const { mass, entropy } = trainer.reading();
    return { step: this.#step(run), loss, accuracy, ablation: { shape, data }, mass, entropy };
  }

  operate(run: number, operation: Operation): readonly number[] {
    const trainer = this.#runs[run]!;
    if (operation.kind === 'pool') {
      this.#pooled?.dispose();
      this.#pooled = null;
      this.#pooled = trainer.toGrouped(operation.kvHeads, { from: operation.from });
      return this.#pooled.evaluate().accuracy;
    }
    const { numLayers, numHeads } = trainer.config;
    return trainer.evaluate(changeOf(operation, numLayers, numHeads)).accuracy;
  }

  trainPooled(steps: number): readonly number[] {
    this.#pooled!.step(steps);
    return this.#pooled!.evaluate().accuracy;
  }

  save(run: number): Uint8Array {
    return this.#runs[run]!.save();
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
}

function modelOf(trainer: Trainer): Model {
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

function stretchOf(
  reports: readonly TrainingReport[],
  relations: number,
  last: TrainingReport | null,
): Stretch {
  const averages = new Float32Array(reports.length * relations);
  reports.forEach(({ averageAccuracy }, step) => averages.set(averageAccuracy, step * relations));
  return {
    losses: Float32Array.from(reports, ({ loss }) => loss),
    averages,
    solvedAt: last?.solvedAt ?? null,
    diverged: last?.diverged ?? false,
  };
}

/** [H, T, S] of one layer, with NaN for a key that is hidden. */
function visible({ weights, maskedScores }: AttentionTrace): Tensor {
  const data = weights.data.map((weight, i) =>
    maskedScores.data[i] === -Infinity ? Number.NaN : weight,
  );
  return { shape: weights.shape, data };
}

function apartOf(layers: readonly Tensor[]): number | null {
  const heads = layers[0]!.shape[0]!;
  if (heads === 1) return null;
  let most = 0;
  for (const layer of layers) {
    const first = part(layer, 0).data;
    for (let head = 1; head < heads; head++) {
      part(layer, head).data.forEach((weight, i) => {
        const difference = Math.abs(weight - first[i]!);
        if (difference > most) most = difference; // false for what is hidden
      });
    }
  }
  return most;
}
