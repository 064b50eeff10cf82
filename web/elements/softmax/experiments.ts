import type { Engine } from '../../../emscripten/package/contract.js';
import { softmaxFormat, softmaxLimits, type SoftmaxState } from './state.js';

/** What a button does with the scores. Two of them wait for a guess when they are first used. */
export const experiments = ['add', 'double', 'overflow', 'no-power'] as const;
export type Experiment = (typeof experiments)[number];
export type Predicted = 'overflow' | 'no-power';

export const isPredicted = (experiment: Experiment): experiment is Predicted =>
  experiment === 'overflow' || experiment === 'no-power';

/** The state after an experiment. Also sums and products of inputs are the core's. */
export function afterExperiment(
  { formulas }: Engine,
  state: SoftmaxState,
  experiment: Experiment,
): SoftmaxState {
  const { scores } = state;
  const each = (formula: string) => scores.map((s) => formulas.evaluate(formula, { s }));
  switch (experiment) {
    case 'add':
      return softmaxFormat.parse({ scores: each('s + 1') }, state);
    case 'double':
      return softmaxFormat.parse({ scores: each('2 * s') }, state);
    case 'overflow':
      return { ...state, scores: [100, ...scores.slice(1)], subtractMax: false, power: true };
    case 'no-power':
      return { ...state, scores: [...scores.slice(0, -1), -1], subtractMax: false, power: false };
  }
}

/** Scores that are added to or doubled must stay among those that can be typed. */
export function isPossible(
  { formulas }: Engine,
  { scores }: SoftmaxState,
  experiment: Experiment,
): boolean {
  if (isPredicted(experiment)) return true;
  const formula = experiment === 'add' ? 's + 1' : 'max(s, -s) * 2';
  return scores.every((s) => formulas.evaluate(formula, { s }) <= softmaxLimits.score);
}
