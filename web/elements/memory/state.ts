import type { Schedule } from '../../../emscripten/package/contract.js';
import { integer, oneOf, seed, tokenList, type Fields } from '../../lib/state-fields.js';
import { stateFormat } from '../../lib/state-format.js';

export type ScheduleName = Schedule['kind'];
/** The orders of computing, as the tabs and the table list them. */
export const scheduleNames: readonly ScheduleName[] = [
  'plain',
  'tiled',
  'cached',
  'paged',
  'chunked',
];

/** What the figure shows, as plain JSON. */
export interface MemoryState {
  readonly schedule: ScheduleName;
  /** The step of the schedule, from 0. A larger number means the last step. */
  readonly step: number;
  readonly tokens: readonly string[];
  readonly seed: number;
  readonly head: number;
  /** The query in question; the nearest one of the step is shown. */
  readonly query: number;
  /** Tokens in a tile, a page and a chunk. */
  readonly tile: number;
  readonly page: number;
  readonly chunk: number;
}

export const tokenLimits = { min: 2, max: 16 } as const;
export const sizes = { heads: 4, dHead: 8, dModel: 32 } as const;
export const tileChoices = [2, 4, 8] as const;
export const pageChoices = [2, 4, 8] as const;
export const chunkChoices = [4, 8, 16] as const;
/** Of tiles of 2, causal: 8 x 9 / 2. */
const mostSteps = 36;

export const startOfMemory: MemoryState = {
  schedule: 'tiled',
  step: 4,
  tokens: 'The cat sat on the mat and the dog lay by the door of the house'.split(' '),
  seed: 4,
  head: 1,
  query: 9,
  tile: 4,
  page: 4,
  chunk: 8,
};

const fields: Fields<MemoryState> = {
  schedule: ['schedule', oneOf<ScheduleName>(...scheduleNames)],
  step: ['step', integer(0, mostSteps - 1)],
  tokens: ['tokens', tokenList(tokenLimits.max, tokenLimits.min)],
  seed: ['seed', seed],
  head: ['head', integer(0, sizes.heads - 1)],
  query: ['query', integer(0, tokenLimits.max - 1)],
  tile: ['tile', oneOf<number>(...tileChoices)],
  page: ['page', oneOf<number>(...pageChoices)],
  chunk: ['chunk', oneOf<number>(...chunkChoices)],
};

export const memoryFormat = stateFormat<MemoryState>({
  tag: 'mh-memory',
  start: startOfMemory,
  fields,
  settle: (state) => ({ ...state, query: Math.min(state.query, state.tokens.length - 1) }),
});

/** What the engine is asked to run. */
export const scheduleOf = (name: ScheduleName, { tile, page, chunk }: MemoryState): Schedule =>
  ({
    plain: { kind: name },
    tiled: { kind: name, tile: { queries: tile, keys: tile } },
    cached: { kind: name },
    paged: { kind: name, pageSize: page },
    chunked: { kind: name, chunk },
  })[name];

/** Tokens that lie together in the slow memory's picture. */
export const groupSize = ({ schedule, tile, page, chunk, tokens }: MemoryState): number =>
  ({ plain: tokens.length, tiled: tile, cached: tokens.length, paged: page, chunked: chunk })[
    schedule
  ];
