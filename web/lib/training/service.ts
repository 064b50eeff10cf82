import type { Tensor, TrainerConfig } from '../../../emscripten/package/contract.js';
import type { Operation } from './operation.js';

/** The calls that the training worker offers. Lists have an entry for run A and one for run B. */
export interface TrainingService {
  /** @return the version of the core */
  load(wasm: WebAssembly.Module): Promise<string>;
  /** Creates both runs and frees the old ones. If one cannot be created, the old ones stay. */
  make(configs: readonly TrainerConfig[]): MakeResult;
  /** Trains both runs for the same number of steps: up to `count`, and up to `budget` ms. */
  advance(count: number, budget: number): readonly StepReports[];
  /** The current weights of each run for a fixed sequence. */
  glance(): readonly Glance[];
  /** Measures both runs as they were at a step, or at the last saved one before it. */
  measure(step: number): Measurements;
  /** Evaluates a changed copy of a step's model. @return its accuracy */
  operate(run: number, step: number, operation: Operation): readonly number[];
  /** Continues to train the last pooled model. @return its accuracy */
  trainPooled(steps: number): readonly number[];
  /** The model of a step in safetensors format. */
  save(run: number, step: number): Uint8Array;
  memory(): { readonly used: number; readonly handles: number };
}

/** Facts about a run that are known before its first step. */
export interface Model {
  readonly relations: readonly string[];
  readonly parameters: number;
  readonly heads: number;
  readonly dHead: number;
  readonly rate: number;
  readonly layers: number;
  /** Loss and accuracy of guessing. */
  readonly chance: Chance;
}
export interface Chance {
  readonly loss: number;
  readonly accuracy: readonly number[];
}

/** The new runs, or why they could not be created. */
export interface MakeResult {
  readonly models: readonly Model[];
  readonly refusal: Refusal | null;
}

export interface Refusal {
  readonly run: number;
  /** The trainer's setting that is wrong; null if no single one is. */
  readonly field: string | null;
  readonly message: string;
}

/** A run's reports of some steps. */
export interface StepReports {
  /** [steps] */
  readonly losses: Float32Array;
  /** [steps, relations] */
  readonly averages: Float32Array;
  readonly solvedAt: number | null;
  readonly diverged: boolean;
}

export interface Glance {
  readonly step: number;
  readonly tokens: readonly string[];
  /** One tensor per layer, [heads, T, T]; NaN for hidden keys. */
  readonly weights: readonly Tensor[];
  /** The largest difference between a weight of head 0 and of another head; null with one head. */
  readonly apart: number | null;
}

/** The measurements of both runs at a step. */
export interface Measurements {
  readonly step: number;
  /** Models are saved every `stride` steps, so only these can be measured later. */
  readonly stride: number;
  readonly runs: readonly { readonly glance: Glance; readonly finding: Finding }[];
}

/** Measured on sequences that are not used in training. */
export interface Finding {
  readonly step: number;
  readonly loss: number;
  readonly accuracy: readonly number[];
  /** [layers, heads, relations]: the accuracy without the head. */
  readonly ablation: Tensor;
  /** [layers, heads, relations]: the mean weight on the position of the answer. */
  readonly mass: Tensor;
  /** [layers, heads], nats */
  readonly entropy: Tensor;
}
