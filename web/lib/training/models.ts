import type { Engine, Trainer, TrainerConfig } from '../../../emscripten/package/contract.js';

/** A new model, or a saved one, which may be converted first. */
export type ModelSource =
  { readonly config: TrainerConfig } | { readonly file: Uint8Array; readonly convert?: Conversion };
export type Conversion =
  | { readonly kind: 'grouped'; readonly kvHeads: number; readonly from: 'mean' | 'first' }
  | { readonly kind: 'latent'; readonly width: number };

export interface Accuracy {
  readonly accuracy: readonly number[];
  /** The accuracy of always giving the most frequent answer. */
  readonly chance: readonly number[];
}
export interface ModelProgress {
  readonly step: number;
  /** null until every relation is at 0.99. */
  readonly solvedAt: number | null;
  readonly diverged: boolean;
}

/** The calls for single models that the training worker offers. A model has a number. */
export interface ModelService {
  openModel(source: ModelSource): number;
  evaluateModel(model: number): Accuracy;
  /** Trains for up to `budget` ms, until it is solved or has had `steps` steps. */
  trainModel(model: number, steps: number, budget: number): ModelProgress;
  saveModel(model: number): Uint8Array;
  closeModel(model: number): void;
}

/** The models that a page works with, one after the other. */
export class TrainedModels implements ModelService {
  readonly #engine: Engine;
  readonly #open = new Map<number, { trainer: Trainer; state: ModelProgress }>();
  #last = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  openModel(source: ModelSource): number {
    const state = { step: 0, solvedAt: null, diverged: false };
    this.#open.set(++this.#last, { trainer: this.#make(source), state });
    return this.#last;
  }

  evaluateModel(model: number): Accuracy {
    const { trainer } = this.#open.get(model)!;
    return { accuracy: trainer.evaluate().accuracy, chance: trainer.chance().accuracy };
  }

  trainModel(model: number, steps: number, budget: number): ModelProgress {
    const open = this.#open.get(model)!;
    const end = performance.now() + budget;
    const isDone = ({ step, solvedAt, diverged }: ModelProgress) =>
      solvedAt !== null || diverged || step >= steps;
    do {
      if (isDone(open.state)) break;
      const { step, solvedAt, diverged } = open.trainer.step();
      open.state = { step, solvedAt, diverged };
    } while (performance.now() < end);
    return open.state;
  }

  saveModel(model: number): Uint8Array {
    return this.#open.get(model)!.trainer.save();
  }

  closeModel(model: number) {
    this.#open.get(model)?.trainer.dispose();
    this.#open.delete(model);
  }

  #make(source: ModelSource): Trainer {
    if ('config' in source) return this.#engine.trainer(source.config);
    const saved = this.#engine.trainerFromCheckpoint(source.file);
    if (!source.convert) return saved;
    try {
      return convert(saved, source.convert);
    } finally {
      saved.dispose();
    }
  }
}

const convert = (trainer: Trainer, conversion: Conversion): Trainer =>
  conversion.kind === 'latent'
    ? trainer.toLatent(conversion.width)
    : trainer.toGrouped(conversion.kvHeads, { from: conversion.from });
