import { editList, editsOfWeights, existingEdits, type EditSizes } from '../../lib/edits.js';
import {
  flag,
  oneOf,
  seed,
  tokenList,
  integer,
  type Fields,
  type Reader,
} from '../../lib/state-fields.js';
import { stateFormat } from '../../lib/state-format.js';
import { listSteps, sharedHeads, variants, type Variant } from './list.js';

export type Language = 'pseudocode' | 'numpy' | 'pytorch' | 'cpp' | 'javascript';
export const languages: readonly Language[] = [
  'pseudocode',
  'numpy',
  'pytorch',
  'cpp',
  'javascript',
];

/** The state of the step-through, as plain JSON. */
export interface StepsState {
  readonly tokens: readonly string[];
  readonly heads: number;
  readonly dModel: number;
  readonly variant: Variant;
  readonly causal: boolean;
  readonly seed: number;
  /** Counts from 1. */
  readonly step: number;
  readonly listing: Language;
  /** The explained number as "matrix,row,column"; null for the step's default. */
  readonly cell: string | null;
  /** What the learner has changed, see lib/edits.ts: `wq.2.5=1.25`. */
  readonly edits: readonly string[];
}

/** Small enough for every number to fit on the screen. */
export const stepLimits = { tokens: 8, heads: 8, dModel: 16 } as const;

export const defaultSteps: StepsState = {
  tokens: ['The', 'cat', 'sat', 'on'],
  heads: 2,
  dModel: 8,
  variant: 'multi-head',
  causal: false,
  seed: 0,
  step: 1,
  listing: 'numpy',
  cell: null,
  edits: [],
};

/** Examples that can be chosen with one click. */
export const presets: readonly Pick<StepsState, 'tokens' | 'heads' | 'dModel'>[] = [
  { tokens: defaultSteps.tokens, heads: 2, dModel: 8 },
  { tokens: ['I', 'love', 'deep', 'learning'], heads: 4, dModel: 8 },
];

const cell: Reader<string | null> = (input) =>
  input === null || input === ''
    ? null
    : typeof input === 'string' && /^[a-z]{1,9}\d?,\d{1,2},\d{1,2}$/u.test(input)
      ? input
      : undefined;

const fields: Fields<StepsState> = {
  tokens: ['tokens', tokenList(stepLimits.tokens)],
  heads: ['heads', integer(1, stepLimits.heads)],
  dModel: ['d-model', integer(1, stepLimits.dModel)],
  variant: ['variant', oneOf(...variants)],
  causal: ['causal', flag],
  seed: ['seed', seed],
  step: ['step', integer(1, 5 + 4 * stepLimits.heads)],
  listing: ['listing', oneOf(...languages)],
  cell: ['cell', cell],
  edits: ['edits', editList],
};

/** Limits the step and the edits to what exists. */
export function settleSteps(state: StepsState): StepsState {
  const last = listSteps(state.heads, state.variant).length;
  const edits = existingEdits(state.edits, editSizes(state));
  return state.step > last ? { ...state, edits, step: last, cell: null } : { ...state, edits };
}

function editSizes({ tokens, heads, dModel, variant }: StepsState): EditSizes {
  const dHead = Math.floor(dModel / heads);
  const shared = (variant === 'grouped' ? sharedHeads(heads) : heads) * dHead;
  const all = tokens.length;
  return {
    heads,
    wq: [dModel, heads * dHead],
    wk: [dModel, shared],
    wv: [dModel, shared],
    wo: variant === 'no-output' ? null : [variant === 'summed' ? dHead : heads * dHead, dModel],
    scores: [all, all],
    mask: [all, all],
  };
}

/** Another layer has other weights; another sentence has other scores. */
function keptEdits(state: StepsState, changed: StepsState): readonly string[] {
  const names = ['heads', 'dModel', 'variant', 'seed'] as const;
  if (names.some((name) => state[name] !== changed[name])) return [];
  const isSameSentence = state.tokens.join(' ') === changed.tokens.join(' ');
  return isSameSentence ? changed.edits : editsOfWeights(changed.edits);
}

/** Changes the settings but stays at the same stage of the same head, if it still exists. */
export function atSameStage(state: StepsState, change: Partial<StepsState>): StepsState {
  const changed = { ...state, ...change, cell: null };
  const step = sameStep(state, changed) ?? changed.step;
  return settleSteps({ ...changed, step, edits: keptEdits(state, changed) });
}

/** The step of `other` that is at the stage and the head of this state; null if there is none. */
export function sameStep(state: StepsState, other: StepsState): number | null {
  const { stage, head } = listSteps(state.heads, state.variant)[state.step - 1]!;
  const steps = listSteps(other.heads, other.variant);
  const same = steps.findIndex((step) => step.stage === stage && step.head === head);
  return same < 0 ? null : same + 1;
}

export const stepsFormat = stateFormat<StepsState>({
  tag: 'mh-steps',
  start: defaultSteps,
  fields,
  settle: settleSteps,
});
