import { integer, oneOf, orNull, seed, tokenList, type Fields } from '../../lib/state-fields.js';
import { stateFormat } from '../../lib/state-format.js';

export const activations = ['relu', 'gelu', 'geglu', 'swiglu'] as const;
export type Activation = (typeof activations)[number];

/** The models with a feed-forward layer, among those that the core counts. */
export const models = [
  'llama2-70b',
  'llama3.1-8b',
  'llama3.1-405b',
  'gpt2-small',
  'gpt3-175b',
  'vaswani-base',
] as const;
export type CountedModel = (typeof models)[number];

/** What the figure shows, as plain JSON. */
export interface FeedForwardState {
  readonly activation: Activation;
  readonly tokens: readonly string[];
  /** The token that is followed. */
  readonly token: number;
  /** The hidden width; null for the one with which all activations have as many parameters. */
  readonly dFf: number | null;
  /** The hidden unit; null for the one with the largest |h|. */
  readonly unit: number | null;
  /** The number of the output that is explained. */
  readonly column: number;
  readonly seed: number;
  /** Whose parameters are counted. */
  readonly model: CountedModel;
}

/** With 6 numbers per token, 4 × 6 and 8/3 × 6 hidden units are whole numbers. */
export const dModel = 6;

export const feedForwardLimits = { tokens: 8, dFf: { min: 4, max: 32 } } as const;

export const startOfFeedForward: FeedForwardState = {
  activation: 'swiglu',
  tokens: ['The', 'cat', 'sat', 'on', 'the', 'mat'],
  token: 2,
  dFf: null,
  unit: null,
  column: 0,
  seed: 4,
  model: 'llama2-70b',
};

const { tokens, dFf } = feedForwardLimits;
const fields: Fields<FeedForwardState> = {
  activation: ['activation', oneOf(...activations)],
  tokens: ['tokens', tokenList(tokens, 1)],
  token: ['token', integer(0, tokens - 1)],
  dFf: ['d-ff', orNull(integer(dFf.min, dFf.max))],
  unit: ['unit', orNull(integer(0, dFf.max - 1))],
  column: ['column', integer(0, dModel - 1)],
  seed: ['seed', seed],
  model: ['model', oneOf(...models)],
};

export const feedForwardFormat = stateFormat<FeedForwardState>({
  tag: 'mh-feed-forward',
  start: startOfFeedForward,
  fields,
  settle: (state) => ({ ...state, token: Math.min(state.token, state.tokens.length - 1) }),
});
