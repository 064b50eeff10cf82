import { readList, type Reader } from './state-fields.js';

/**
 * What a learner has changed in a layer, cell by cell: its weights, scores of one head, the mask of
 * all heads. In states, each is a text: `wq.2.5=1.25`, `scores1.3.0=2.31`, `mask.3.0=0` (0 hides a
 * key, 1 shows it).
 */
export type EditedMatrix = 'wq' | 'wk' | 'wv' | 'wo' | 'scores' | 'mask';

/** Rows and columns are those of the whole matrix, not of a head's part of it. */
export interface EditedCell {
  readonly matrix: EditedMatrix;
  /** Of scores; null for everything else. */
  readonly head: number | null;
  readonly row: number;
  readonly column: number;
}
export interface Edit extends EditedCell {
  readonly value: number;
}

export const editLimits = { cells: 200, value: 1000 } as const;

/** [rows, columns] of each matrix; null for one that the layer lacks. */
export type EditSizes = Readonly<
  Record<EditedMatrix, readonly [rows: number, columns: number] | null>
> & { readonly heads: number };

/** Four decimals: what is printed in code is what is computed with. */
export const roundEdit = (value: number): number => Number(value.toFixed(4)) + 0;

/** `wq.2.5`, or `scores1.3.0` of one head. */
export const place = ({ matrix, head, row, column }: EditedCell): string =>
  [matrix + (head ?? ''), row, column].join('.');

const isSame = (one: EditedCell, other: EditedCell) => place(one) === place(other);

const writeEdit = (edit: Edit): string => `${place(edit)}=${edit.value}`;

const pattern =
  /^(w[qkvo]|mask|scores(?=\d))(\d{0,2})\.(\d{1,3})\.(\d{1,3})=(-?\d{1,4}(?:\.\d+)?)$/u;

/** @return undefined for anything that is not an edit */
function readEdit(text: unknown): Edit | undefined {
  const match = typeof text === 'string' && text.length <= 40 ? pattern.exec(text) : null;
  if (!match) return undefined;
  const [, name, head, row, column, number] = match;
  const matrix = name as EditedMatrix;
  const value = roundEdit(Number(number));
  const isPossible = matrix === 'mask' ? value === 0 || value === 1 : isTypable(value);
  if (!isPossible || (head !== '') !== (matrix === 'scores')) return undefined;
  return {
    ...{ matrix, value, row: Number(row), column: Number(column) },
    head: head === '' ? null : Number(head),
  };
}

/** Whether a weight or a score may be this. */
export const isTypable = (value: number): boolean => Math.abs(value) <= editLimits.value;

/** In the order in which they were made. */
export const readEdits = (texts: readonly string[]): readonly Edit[] =>
  texts.flatMap((text) => readEdit(text) ?? []);

/**
 * Reads edits from anything. If a cell has several, the last one counts; the last `editLimits.cells`
 * are kept. Invalid ones are left out: each edit names its cell, so the others stay right.
 */
export const editList: Reader<readonly string[]> = (input) => {
  const texts = typeof input === 'string' ? input.split(/\s+/u) : readList(input, 1000);
  if (!texts) return undefined;
  const known = new Map<string, string>();
  for (const edit of texts.slice(0, 1000).flatMap((text) => readEdit(text) ?? [])) {
    known.delete(place(edit));
    known.set(place(edit), writeEdit(edit));
  }
  return [...known.values()].slice(-editLimits.cells);
};

/** Without the edits of cells that do not exist. */
export function existingEdits(texts: readonly string[], sizes: EditSizes): readonly string[] {
  if (texts.length === 0) return texts;
  return readEdits(texts)
    .filter(({ matrix, head, row, column }) => {
      const [rows, columns] = sizes[matrix] ?? [0, 0];
      return row < rows && column < columns && (head ?? 0) < sizes.heads;
    })
    .map(writeEdit);
}

/** What a cell has been changed to; undefined if it has not. */
export const editedValue = (texts: readonly string[], cell: EditedCell): number | undefined =>
  readEdits(texts).find((edit) => isSame(edit, cell))?.value;

/** With this cell changed last. If there is no room for another, nothing changes. */
export function withEdit(
  texts: readonly string[],
  cell: EditedCell,
  value: number,
): readonly string[] {
  const others = withoutEdit(texts, cell);
  if (others.length >= editLimits.cells) return texts;
  return [...others, writeEdit({ ...cell, value: roundEdit(value) })];
}

export const withoutEdit = (texts: readonly string[], cell: EditedCell): readonly string[] =>
  readEdits(texts)
    .filter((edit) => !isSame(edit, cell))
    .map(writeEdit);

/** The edits of one matrix; of scores, those of one head, or of all. */
export const editsOf = (
  texts: readonly string[],
  matrix: EditedMatrix,
  head?: number,
): readonly Edit[] =>
  readEdits(texts).filter(
    (edit) => edit.matrix === matrix && (head === undefined || edit.head === head),
  );

/** Without scores and mask: they belong to a sentence. */
export const editsOfWeights = (texts: readonly string[]): readonly string[] =>
  readEdits(texts)
    .filter(({ matrix }) => matrix !== 'scores' && matrix !== 'mask')
    .map(writeEdit);
