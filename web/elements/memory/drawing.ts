import { rectangle, type Box, type Paint, type Sheet as AnySheet } from '../../lib/drawing.js';
import { label as shortLabel } from '../../lib/label.js';

/** Where a click goes to a step, or chooses a query. */
export interface Spot extends Box {
  readonly step?: number;
  readonly query?: number;
}
export type Sheet = AnySheet<Spot>;

/** A solid ring: moved in this step. A dotted ring: already loaded, or not computed yet. */
export function ring(sheet: Sheet, { x, y, width, height }: Box, isSolid = true) {
  sheet.path(rectangle(x - 1.5, y - 1.5, width + 3, height + 3), {
    ...{ stroke: 'ink', width: 2 },
    ...(isSolid ? {} : { dashes: '2 2.5' }),
  });
}

/** The edge of a memory. */
export function frame(sheet: Sheet, { x, y, width, height }: Box) {
  sheet.path(rectangle(x + 0.5, y + 0.5, width - 1, height - 1), {
    ...{ stroke: 'line', width: 1 },
  });
}

/** How the words and numbers of a row look; those of the chosen query are bold. */
export const rowLook = (isChosen: boolean) =>
  ({ weight: isChosen ? 650 : 400, fill: isChosen ? 'ink' : 'ink-2' }) as const;

/** How many letters fit beside a row. */
const labelRoom = 8;

/** A row's word, which ends at x. */
export function rowWord(
  sheet: Sheet,
  { x, y }: { readonly x: number; readonly y: number },
  word: string,
  index: number,
  look: { readonly weight: 400 | 650; readonly fill: Paint },
) {
  sheet.text(x, y, shortLabel(word, index, labelRoom), { ...look, anchor: 'end', isWord: true });
}

/** Levels between 0 and the end of a scale: cells of one level are one path. */
const levels = 24;

interface Cells {
  readonly data: ArrayLike<number>;
  readonly rows: number;
  readonly columns: number;
  readonly cell: { readonly width: number; readonly height: number };
  readonly scale: { readonly kind: 'signed' | 'share'; readonly limit: number };
  /** Of each row, if rows are not evenly spaced. */
  readonly top?: (row: number) => number;
  readonly gap?: number;
}

/** A matrix as coloured cells; what is hidden (-Infinity) or NaN is left out. */
export function cells(sheet: Sheet, x: number, y: number, map: Cells) {
  const { data, rows, columns, cell, scale, gap = 0 } = map;
  const top = map.top ?? ((row: number) => y + row * cell.height);
  const paths = new Map<number, string>();
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const value = data[row * columns + column]!;
      if (!Number.isFinite(value)) continue;
      const level = levelOf(value, scale.limit);
      const d = rectangle(x + column * cell.width, top(row), cell.width - gap, cell.height - gap);
      paths.set(level, (paths.get(level) ?? '') + d);
    }
  }
  for (const [level, d] of paths) {
    sheet.path(d, { fill: scale.kind === 'share' ? { share: level } : { signed: level } });
  }
}

export const levelOf = (value: number, limit: number): number =>
  limit > 0 ? Math.round(Math.max(-1, Math.min(1, value / limit)) * levels) / levels : 0;

/** Empty frames of rows that are still to come. */
export function frames(sheet: Sheet, boxes: readonly Box[]) {
  const d = boxes.map(({ x, y, width, height }) =>
    rectangle(x + 0.5, y + 0.5, width - 1, height - 1),
  );
  sheet.path(d.join(''), { stroke: 'hair', width: 1 });
}

/** Numbers as bars about a zero line, in a head's colour. */
export function bars(
  sheet: Sheet,
  { x, y, width, height }: Box,
  values: ArrayLike<number>,
  { limit, fill }: { readonly limit: number; readonly fill: Paint },
) {
  const pitch = width / values.length;
  const middle = y + height / 2;
  const d = Array.from(values, (value, i) => {
    const size = limit > 0 ? (Math.min(Math.abs(value), limit) / limit) * (height / 2) : 0;
    return rectangle(x + i * pitch + 1, value > 0 ? middle - size : middle, pitch - 2, size);
  });
  sheet.path(d.join(''), { fill });
  sheet.path(`M${x} ${middle}h${width}`, { stroke: 'line', width: 1 });
}
