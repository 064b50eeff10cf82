import type { Base, Conversions, Finding } from './conversions.js';
import {
  accuracyKey,
  canTrain,
  chosenConversion,
  conversions,
  latentPoints,
  pooledPoints,
  scratchKey,
  stepsKey,
  type Converted,
  type Point,
  type Recipe,
} from './jobs.js';
import type { Pooling } from './pooled-file.js';
import type { Form, KvState } from './state.js';

/** What is known of a conversion: it grows while the worker is busy. */
export interface ConvertedResult extends Converted {
  /** Of each relation straight after the conversion; null until it is measured. */
  readonly accuracy: readonly number[] | null;
  readonly training: Training;
}
export type Training =
  | { readonly kind: 'impossible' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'at'; readonly step: number }
  | { readonly kind: 'solved'; readonly step: number }
  | { readonly kind: 'unsolved' };

/** A measured point of the chart. */
export interface Measured {
  readonly kept: number;
  readonly mean: number;
}

/** What converting costs, of one state. */
export interface Found {
  readonly base: Base;
  readonly rows: readonly ConvertedResult[];
  readonly latent: readonly Measured[];
  readonly pooled: Readonly<Record<Pooling, readonly Measured[]>>;
  /** A layer with as many key/value heads, trained from the start. */
  readonly scratch: Training;
}

export function foundSoFar(work: Conversions, base: Base, state: KvState): Found {
  const measured = (points: readonly Point[]): Measured[] =>
    points.flatMap(({ kept, recipe }) => {
      const { accuracy } = work.find(accuracyKey(recipe));
      return accuracy ? [{ kept, mean: meanOf(accuracy) }] : [];
    });
  return {
    base,
    rows: conversions(state).map((row) => ({
      ...row,
      accuracy: work.find(accuracyKey(row.recipe)).accuracy ?? null,
      training: trainingOf(work, row.recipe),
    })),
    latent: measured(latentPoints(state)),
    pooled: {
      mean: measured(pooledPoints(state, 'mean')),
      first: measured(pooledPoints(state, 'first')),
    },
    scratch: progress(work.find(scratchKey(state))),
  };
}

const trainingOf = (work: Conversions, recipe: Recipe): Training =>
  canTrain(recipe) ? progress(work.find(stepsKey(recipe))) : { kind: 'impossible' };

function progress({ step, solvedAt }: Finding): Training {
  if (solvedAt === null) return { kind: 'unsolved' };
  if (solvedAt !== undefined) return { kind: 'solved', step: solvedAt };
  return step === undefined ? { kind: 'waiting' } : { kind: 'at', step };
}

/** The row that is drawn. */
export const rowOf = ({ rows }: Found, state: KvState, form: Form): ConvertedResult | undefined => {
  const chosen = chosenConversion(state, form);
  return rows.find((row) => row.form === form && row.from === chosen?.from);
};

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
