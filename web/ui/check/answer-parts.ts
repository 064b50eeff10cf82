/** Splits an answer into the parts that a verdict refers to. */

/** Splits a text at the column that the core could not read. `at` is a space after the end. */
export function splitAtColumn(text: string, column: number) {
  const characters = [...text];
  return {
    before: characters.slice(0, column - 1).join(''),
    at: characters[column - 1] ?? '\u00a0',
    after: characters.slice(column).join(''),
  };
}

/** One axis in the comparison of two shapes; undefined if a shape does not have it. */
interface AxisPair {
  readonly answered: number | undefined;
  readonly actual: number | undefined;
}

export const axisPairs = (answered: readonly number[], actual: readonly number[]): AxisPair[] =>
  Array.from({ length: Math.max(answered.length, actual.length) }, (_, axis) => ({
    answered: answered[axis],
    actual: actual[axis],
  }));
