import { meanDifference } from '../../lib/mean-difference.js';
import { at } from '../../lib/tensor-view.js';
import type { SandboxState } from './state.js';
import type { SandboxModel } from './run.js';

/** The settings that can break attention. Each changes one number. */
export type Experiment = 'scale' | 'causal' | 'output' | 'tie' | 'combine' | 'kv' | 'removed';

/** The number without and with the experiment; equal if it is off. */
export interface Effect {
  readonly before: number;
  readonly after: number;
}

interface Definition {
  readonly off: (state: SandboxState) => SandboxState;
  readonly number: (model: SandboxModel, state: SandboxState) => number;
}

const definitions: Record<Experiment, Definition> = {
  scale: { off: (state) => ({ ...state, scale: 'sqrt-d-head' }), number: meanEntropy },
  causal: { off: (state) => ({ ...state, causal: false }), number: laterMass },
  output: { off: (state) => ({ ...state, outputProjection: true }), number: reach },
  tie: { off: (state) => ({ ...state, tie: false }), number: headDistance },
  combine: { off: (state) => ({ ...state, combine: 'concat' }), number: combinedWidth },
  kv: { off: (state) => ({ ...state, kvHeads: null }), number: keyValueNumbers },
  removed: { off: (state) => ({ ...state, removed: [] }), number: shift },
};

/** Runs the layer twice, without and with the experiment. */
export function effect(model: SandboxModel, state: SandboxState, experiment: Experiment): Effect {
  const { off, number } = definitions[experiment];
  const after = number(model, state);
  return { before: isOn(state, experiment) ? number(model, off(state)) : after, after };
}

export function isOn(state: SandboxState, experiment: Experiment): boolean {
  const off = definitions[experiment].off(state);
  return (Object.keys(off) as (keyof SandboxState)[]).some((key) =>
    key === 'removed' ? state.removed.length !== off.removed.length : state[key] !== off[key],
  );
}

/** In nats, over all heads and queries. */
function meanEntropy(model: SandboxModel, state: SandboxState): number {
  const { measure, tensor } = model.engine;
  return at(tensor.mean(measure.entropy(model.trace(state).weights)));
}

/** The average share of a query's attention on later keys. */
function laterMass(model: SandboxModel, state: SandboxState): number {
  const { tensor } = model.engine;
  const later = tensor.triu(model.trace(state).weights, 1);
  return at(tensor.mean(tensor.sum(later, { axis: -1 })));
}

/** How many columns of the output change if the chosen head is removed. */
function reach(model: SandboxModel, state: SandboxState): number {
  const { tensor } = model.engine;
  const others = state.removed.filter((head) => head !== state.head);
  const whole = model.trace({ ...state, removed: others }).output;
  const without = model.trace({ ...state, removed: [...others, state.head] }).output;
  const difference = tensor.subtract(whole, without);
  const moved = tensor.max(tensor.multiply(difference, difference), { axis: 0 });
  return at(tensor.sum(tensor.where(moved, 1, 0)));
}

/** In nats; 0 with one head. */
function headDistance(model: SandboxModel, state: SandboxState): number {
  return model.diversity(state)?.mean ?? 0;
}

/** How many numbers each token has after the heads are combined. */
function combinedWidth(model: SandboxModel, state: SandboxState): number {
  return model.trace(state).combined.shape.at(-1) ?? NaN;
}

/** How many numbers K and V have for the sentence. */
function keyValueNumbers(model: SandboxModel, state: SandboxState): number {
  const { k, v } = model.trace(state);
  return k.data.length + v.data.length;
}

/** The average change of a number of the output by the removed heads. */
function shift(model: SandboxModel, state: SandboxState): number {
  const whole = model.trace(definitions.removed.off(state)).output;
  return meanDifference(model.engine, model.trace(state).output, whole);
}
