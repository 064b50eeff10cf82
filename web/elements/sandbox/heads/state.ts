import {
  fieldNames,
  flag,
  flagNames,
  integer,
  readFields,
  writeFields,
  type Fields,
} from '../../../lib/state-fields.js';
import type { StateFormat } from '../../../lib/state-format.js';
import { headList, starts, type SandboxState } from '../state.js';

/** What the figure shows, as plain JSON. Its sentence and its model are those of the lesson. */
export type HeadsState = Pick<SandboxState, 'removed' | 'tie' | 'query' | 'head'>;

const { heads, tokens, removed, tie, query, head } = starts.trained;
export const startOfHeads: HeadsState = { removed, tie, query, head };

const fields: Fields<HeadsState> = {
  removed: ['removed', (input) => headList(input)?.filter((head) => head < heads)],
  tie: ['tie', flag],
  query: ['query', integer(0, tokens.length - 1)],
  head: ['head', integer(0, heads - 1)],
};

/** A valid state from anything. Missing and invalid fields are taken from `base`. */
export const parseHeads = (input: unknown, base: HeadsState = startOfHeads): HeadsState => ({
  ...base,
  ...readFields(input, fields),
});

export const headsFormat: StateFormat<HeadsState> = {
  tag: 'mh-heads',
  names: fieldNames(fields),
  flags: flagNames(fields),
  start: startOfHeads,
  parse: parseHeads,
  toParameters: (state) => writeFields(state, startOfHeads, fields),
};

/** The sandbox with the same sentence, heads and query. */
export const inSandbox = (state: HeadsState): SandboxState => ({ ...starts.trained, ...state });
