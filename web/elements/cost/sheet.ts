import type { CostNumber } from './costs.js';

/** One number of a table. */
export interface SheetCell {
  /** Row and column, such as `gqa.bytes`: the same in every language. */
  readonly id: string;
  readonly text: string;
  /** Unrounded, for files: null where the cell is empty. */
  readonly exact: number | string | null;
  /** How it is multiplied out; null for an input. */
  readonly number: CostNumber | null;
}

export interface SheetRow {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly cells: readonly SheetCell[];
  /** A bar from 0 to 1; null where the row has none. */
  readonly bar: number | null;
  /** The row in question. */
  readonly isMain: boolean;
}

/** A table of the desk: the page, the files and the description are made of it. */
export interface Sheet {
  readonly caption: string;
  readonly corner: string;
  readonly columns: readonly string[];
  readonly rows: readonly SheetRow[];
}

/** A whole as the parts that it consists of. */
export interface Stack {
  readonly name: string;
  readonly parts: readonly StackPart[];
  /** Where a limit is, from 0 to 1, and what it is called. */
  readonly mark: { readonly at: number; readonly name: string } | null;
}
export interface StackPart {
  readonly name: string;
  /** The share of the width. */
  readonly share: number;
  readonly text: string;
  /** The same part has the same look in every view. */
  readonly look: 'ink' | 'line' | 'kept';
}

type Print = (value: number) => string;

/** A cell that can be multiplied out. */
export const countedCell = (id: string, number: CostNumber, print: Print): SheetCell => ({
  ...{ id, number, exact: number.value },
  text: print(number.value),
});

/** A size that the state sets. */
export const inputCell = (id: string, text: string, exact: number | string | null): SheetCell => ({
  ...{ id, text, exact },
  number: null,
});
export const emptyCell = (id: string): SheetCell => inputCell(id, '', null);

/** The chosen cell and its row, or the first that can be multiplied out. */
export function findCell(
  sheets: readonly Sheet[],
  ...wanted: readonly (string | null)[]
): { readonly row: SheetRow; readonly cell: SheetCell; readonly column: string } {
  const cells = sheets.flatMap(({ rows, columns }) =>
    rows.flatMap((row) =>
      row.cells.flatMap((cell, i) => (cell.number ? [{ row, cell, column: columns[i]! }] : [])),
    ),
  );
  const found = wanted.map((id) => cells.find(({ cell }) => cell.id === id));
  return found.find((each) => each !== undefined) ?? cells[0]!;
}
