import { fieldsOf, wholeNumber } from '../../lib/state-fields.js';
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

/** A valid state from anything: a stored object, attributes. Else `base` stays. */
export function parseShapeCheck(
  given: unknown,
  base: ShapeCheckState = defaultShapeCheck,
): ShapeCheckState {
  const { level, stage } = fieldsOf(given);
  return {
    ...parseTries(given, base.seed),
    level: (wholeNumber(1, 5)(level) as ShapeLevel | undefined) ?? base.level,
    stage: typeof stage === 'string' && stage.length <= 40 ? stage : base.stage,
  };
}

/** Sizes in the order in which a reader meets them; the core sorts them by name. */
const sizeOrder = ['B', 'T', 'n', 'S', 'd_model', 'd_ff', 'H', 'G', 'd_head', 'd_latent', 'd_rope'];

export const inReadingOrder = (sizes: Readonly<Record<string, number>>): [string, number][] =>
  Object.entries(sizes).sort(([a], [b]) => sizeOrder.indexOf(a) - sizeOrder.indexOf(b));

/** The text around the column that the core could not read; `at` is a space past the end. */
export function splitAtColumn(text: string, column: number) {
  const characters = [...text];
  return {
    before: characters.slice(0, column - 1).join(''),
    at: characters[column - 1] ?? '\u00a0',
    after: characters.slice(column).join(''),
  };
}

/** One column of the table that compares two shapes; undefined where a shape has no such axis. */
export interface AxisPair {
  readonly answered: number | undefined;
  readonly actual: number | undefined;
}

export const axisPairs = (answered: readonly number[], actual: readonly number[]): AxisPair[] =>
  Array.from({ length: Math.max(answered.length, actual.length) }, (_, axis) => ({
    answered: answered[axis],
    actual: actual[axis],
  }));
