/** A picture as data: drawn live in the page's colours, and saved as a file in the light ones. */

/** A name of the palette, a head's colour, a level on one of the two scales, or the text on it. */
export type Paint =
  | { readonly token: 'ink' | 'ink-2' | 'ink-3' | 'line' | 'hair' | 'kept' | 'page' }
  | { readonly head: number }
  | { readonly share: number }
  | { readonly signed: number }
  | { readonly on: number };

export interface PathMark {
  readonly d: string;
  readonly fill?: Paint;
  readonly stroke?: Paint;
  readonly width?: number;
  readonly dash?: string;
}

export interface TextMark {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly anchor?: 'middle' | 'end';
  readonly paint?: Paint;
  readonly size?: number;
  readonly isBold?: boolean;
  /** A token of the sentence. */
  readonly isWord?: boolean;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a click goes to a step, or chooses a query. */
export interface Spot extends Box {
  readonly step?: number;
  readonly query?: number;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly paths: readonly PathMark[];
  readonly texts: readonly TextMark[];
  readonly spots: readonly Spot[];
}

/** Collects what is drawn. */
export class Sheet {
  readonly paths: PathMark[] = [];
  readonly texts: TextMark[] = [];
  readonly spots: Spot[] = [];

  path(d: string, mark: Omit<PathMark, 'd'>) {
    if (d) this.paths.push({ d, ...mark });
  }
  text(x: number, y: number, text: string, mark: Omit<TextMark, 'x' | 'y' | 'text'> = {}) {
    this.texts.push({ x, y, text, ...mark });
  }
  spot(spot: Spot) {
    this.spots.push(spot);
  }
  /** What moves now has a solid ring, what is there already or still to come a dotted one. */
  ring({ x, y, width, height }: Box, isSolid = true) {
    this.path(rect(x - 1.5, y - 1.5, width + 3, height + 3), {
      ...{ stroke: { token: 'ink' }, width: 2 },
      ...(isSolid ? {} : { dash: '2 2.5' }),
    });
  }
  finish(width: number, height: number): Drawing {
    const { paths, texts, spots } = this;
    return { width, height, paths, texts, spots };
  }
}

const round = (px: number) => Math.round(px * 100) / 100;

export const rect = (x: number, y: number, width: number, height: number): string =>
  `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;

/** A horizontal arrow. */
export const arrow = (x: number, y: number, toX: number): string => {
  const back = toX > x ? -6 : 6;
  return `M${x} ${y}H${toX}m${back} -4l${-back} 4l${back} 4`;
};

/** A vertical arrow. */
export const arrowDown = (x: number, y: number, toY: number): string => {
  const back = toY > y ? -6 : 6;
  return `M${x} ${y}V${toY}m-4 ${back}l4 ${-back}l4 ${back}`;
};

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
      const d = rect(x + column * cell.width, top(row), cell.width - gap, cell.height - gap);
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
  const d = boxes.map(({ x, y, width, height }) => rect(x + 0.5, y + 0.5, width - 1, height - 1));
  sheet.path(d.join(''), { stroke: { token: 'hair' }, width: 1 });
}

/** Numbers as bars about a zero line, in a head's colour. */
export function bars(
  sheet: Sheet,
  { x, y, width, height }: Box,
  values: ArrayLike<number>,
  { limit, paint }: { readonly limit: number; readonly paint: Paint },
) {
  const pitch = width / values.length;
  const middle = y + height / 2;
  const d = Array.from(values, (value, i) => {
    const size = limit > 0 ? (Math.min(Math.abs(value), limit) / limit) * (height / 2) : 0;
    return rect(x + i * pitch + 1, value > 0 ? middle - size : middle, pitch - 2, size);
  });
  sheet.path(d.join(''), { fill: paint });
  sheet.path(`M${x} ${middle}h${width}`, { stroke: { token: 'line' }, width: 1 });
}
