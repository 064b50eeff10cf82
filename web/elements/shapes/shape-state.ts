import { readFields, text, integer, type Fields, type Reader } from '../../lib/state-fields.js';
import { parseTries, type Tries } from '../../ui/check/tries.js';

/** The state of a shape check, as plain JSON. Answers are the typed shapes. */
export interface ShapeCheckState extends Tries {
  readonly level: ShapeLevel;
  /** If empty, the seed chooses a stage of the level. */
  readonly stage: string;
}
type ShapeLevel = 1 | 2 | 3 | 4 | 5;

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

/** Makes a valid state from anything, such as stored JSON or attributes. */
export function parseShapeCheck(
  input: unknown,
  base: ShapeCheckState = defaultShapeCheck,
): ShapeCheckState {
  return { ...base, ...parseTries(input, base.seed), ...readFields(input, fields) };
}

/** The order in which sizes are listed; the core sorts them by name. */
const sizeOrder = ['B', 'T', 'n', 'S', 'd_model', 'd_ff', 'H', 'G', 'd_head', 'd_latent', 'd_rope'];

export const sortSizes = (sizes: Readonly<Record<string, number>>): [string, number][] =>
  Object.entries(sizes).sort(([a], [b]) => sizeOrder.indexOf(a) - sizeOrder.indexOf(b));
