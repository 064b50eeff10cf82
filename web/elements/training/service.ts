import type { Tensor, TrainerConfig } from '../../../emscripten/package/contract.js';
import type { Operation } from './surgery.js';

/** What the worker of the training bench does, a call at a time, for run A and run B at once. */
export interface TrainingService {
  /** @return the version of the core */
  load(wasm?: Uint8Array | string): Promise<string>;
  /** Makes both runs anew and frees the earlier ones, which stay where one cannot be made. */
  make(configs: readonly TrainerConfig[]): Made;
  /** Trains each run up to `count` steps, of both the same, but no longer than `budget` ms. */
  advance(count: number, budget: number): readonly Stretch[];
  /** What each run does now with one and the same sequence. */
  glance(): readonly Glance[];
  /** Measures both runs as they were at a step, or at the last one before it that is kept. */
  measure(step: number): Measured;
  /** Changes a copy of the model of a step, or evaluates it with a change that is not kept. */
  operate(run: number, step: number, operation: Operation): readonly number[];
  /** Trains on what was pooled last. @return its accuracy */
  trainPooled(steps: number): readonly number[];
  /** The model of a step, as safetensors. */
  save(run: number, step: number): Uint8Array;
  memory(): { readonly used: number; readonly handles: number };
}

/** What is known of a run before its first step. */
export interface Model {
  readonly relations: readonly string[];
  readonly parameters: number;
  readonly heads: number;
  readonly dHead: number;
  readonly rate: number;
  readonly layers: number;
  /** Of answers that are guessed. */
  readonly chance: Chance;
}
export interface Chance {
  readonly loss: number;
  readonly accuracy: readonly number[];
}

/** The runs that were made, or else why they were not. */
export interface Made {
  readonly models: readonly Model[];
  readonly refusal: Refusal | null;
}

export interface Refusal {
  readonly run: number;
  /** The setting of the trainer that is wrong; null where it is none of them. */
  readonly field: string | null;
  readonly message: string;
}

/** What a run reported of some steps, each once. */
export interface Stretch {
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
  /** One a layer, [heads, T, T]; NaN where a key is hidden. */
  readonly weights: readonly Tensor[];
  /** The largest difference of a weight between head 0 and another; null with one head. */
  readonly apart: number | null;
}

/** All that is known of both runs at one step. */
export interface Measured {
  readonly step: number;
  /** Every so many steps are kept: between them nothing can be measured later. */
  readonly stride: number;
  readonly runs: readonly { readonly glance: Glance; readonly finding: Finding }[];
}

/** Measured on sequences that training never sees. */
export interface Finding {
  readonly step: number;
  readonly loss: number;
  readonly accuracy: readonly number[];
  /** [layers, heads, relations]: the accuracy that is left without the head. */
  readonly ablation: Tensor;
  /** [layers, heads, relations]: the mean weight on where the answer stands. */
  readonly mass: Tensor;
  /** [layers, heads], nats */
  readonly entropy: Tensor;
}
