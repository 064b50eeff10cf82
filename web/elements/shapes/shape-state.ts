import { readFields, text, integer, type Fields, type Reader } from '../../lib/state-fields.js';
import { parseTries, type Tries } from '../../ui/check/tries.js';

/** What a shape check shows, as plain JSON; answers are shapes as they were written. */
export interface ShapeCheckState extends Tries {
  readonly level: ShapeLevel;
  /** Empty: one of the level, by the seed. */
  readonly stage: string;
}
export type ShapeLevel = 1 | 2 | 3 | 4 | 5;

export const defaultShapeCheck: ShapeCheckState = {
  seed: 2,
  answers: [],
  shown: false,
  level: 2,
  stage: '',
};

const fields: Fields<Pick<ShapeCheckState, 'level' | 'stage'>> = {
  level: ['level', integer(1, 5) as Reader<ShapeLevel>],
  stage: ['stage', text(40)],
};

/** A valid state from anything: a stored object, attributes. Else `base` stays. */
export function parseShapeCheck(
  input: unknown,
  base: ShapeCheckState = defaultShapeCheck,
): ShapeCheckState {
  return { ...base, ...parseTries(input, base.seed), ...readFields(input, fields) };
}

/** Sizes in the order in which a reader meets them; the core sorts them by name. */
const sizeOrder = ['B', 'T', 'n', 'S', 'd_model', 'd_ff', 'H', 'G', 'd_head', 'd_latent', 'd_rope'];

export const inReadingOrder = (sizes: Readonly<Record<string, number>>): [string, number][] =>
  Object.entries(sizes).sort(([a], [b]) => sizeOrder.indexOf(a) - sizeOrder.indexOf(b));
