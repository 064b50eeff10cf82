import { lessonModel } from '../../lib/lesson/model.js';
import {
  flag,
  integer,
  invertedFlag,
  oneOf,
  orNull,
  seed,
  tokenList,
  type Fields,
} from '../../lib/state-fields.js';
import { stateFormat } from '../../lib/state-format.js';

/** What the figure shows, as plain JSON. */
export interface OutputProjectionState {
  readonly weights: 'trained' | 'random';
  readonly tokens: readonly string[];
  readonly heads: number;
  readonly dModel: number;
  readonly seed: number;
  /** The number that is explained: its word, its column of the output, and one head of it. */
  readonly token: number;
  readonly column: number;
  readonly head: number;
  /** The head whose output is 0; null for none. */
  readonly leftOut: number | null;
  readonly outputProjection: boolean;
}

export const mostTokens = 8;
/** Every width can be split over every number of heads. */
export const headCounts = [1, 2, 4, 8] as const;
export const widths = [8, 16, 32, 64] as const;

export const startOfProjection: OutputProjectionState = {
  weights: 'trained',
  tokens: ['The', 'cat', 'sat', 'on', 'the', 'mat'],
  heads: lessonModel.heads,
  dModel: lessonModel.dModel,
  seed: 0,
  token: 2,
  column: 11,
  head: 1,
  leftOut: null,
  outputProjection: true,
};

const head = integer(0, Math.max(...headCounts) - 1);

const fields: Fields<OutputProjectionState> = {
  weights: ['weights', oneOf('trained', 'random')],
  tokens: ['tokens', tokenList(mostTokens)],
  heads: ['heads', oneOf<number>(...headCounts)],
  dModel: ['d-model', oneOf<number>(...widths)],
  seed: ['seed', seed],
  token: ['token', integer(0, mostTokens - 1)],
  column: ['column', integer(0, Math.max(...widths) - 1)],
  head: ['head', head],
  leftOut: ['left-out', orNull(head)],
  outputProjection: ['no-output-projection', flag, invertedFlag],
};

/** Keeps what is chosen inside the sentence and the layer, and trained weights their sizes. */
export function settleProjection(state: OutputProjectionState): OutputProjectionState {
  const isTrained = state.weights === 'trained';
  const { heads, dModel } = isTrained ? lessonModel : state;
  return {
    ...state,
    heads,
    dModel,
    seed: isTrained ? 0 : state.seed,
    token: Math.min(state.token, Math.max(0, state.tokens.length - 1)),
    column: Math.min(state.column, dModel - 1),
    head: Math.min(state.head, heads - 1),
    leftOut: state.leftOut === null || state.leftOut >= heads ? null : state.leftOut,
  };
}

export const projectionFormat = stateFormat<OutputProjectionState>({
  tag: 'mh-output-projection',
  start: startOfProjection,
  fields,
  settle: settleProjection,
});
