import type { TensorId } from './tensors.js';

/** A picture as data: drawn live in the page's colours, and saved as a file in the light ones. */

/** A name of the palette, the colour of a head, or the level of a cell on one of the two scales. */
export type Paint =
  | { readonly token: 'ink' | 'ink-2' | 'ink-3' | 'line' | 'hair' | 'kept' | 'stage' | 'page' }
  | { readonly head: number }
  | { readonly share: number }
  | { readonly signed: number };

export interface PathMark {
  readonly d: string;
  readonly fill?: Paint;
  readonly stroke?: Paint;
  readonly width?: number;
  readonly opacity?: number;
  readonly tensor?: TensorId;
}

/** A piece of a label: a variable, its index, the axis of heads, words in bold. */
export interface Run {
  readonly text: string;
  readonly look?: 'math' | 'sub' | 'axis' | 'bold';
}

export interface TextMark {
  readonly x: number;
  readonly y: number;
  readonly runs: readonly Run[];
  readonly anchor?: 'middle' | 'end';
  readonly paint?: Paint;
  readonly size?: number;
  readonly tensor?: TensorId;
}

/** Where a tensor, or one matrix of it, can be chosen. */
export interface Spot {
  readonly tensor: TensorId;
  /** null where all heads are drawn together. */
  readonly head: number | null;
  readonly sequence: number | null;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
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

  text(x: number, y: number, runs: readonly Run[], mark: Omit<TextMark, 'x' | 'y' | 'runs'> = {}) {
    this.texts.push({ x, y, runs, ...mark });
  }

  spot(spot: Spot) {
    this.spots.push(spot);
  }

  finish(width: number, height: number): Drawing {
    const { paths, texts, spots } = this;
    return { width, height, paths, texts, spots };
  }
}

const round = (px: number) => Math.round(px * 100) / 100;

export const rect = (x: number, y: number, width: number, height: number): string =>
  `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;

/** So many equal rows, with a fine gap between them; columns if `across`. */
export function rows(
  { x, y, width, height }: Pick<Spot, 'x' | 'y' | 'width' | 'height'>,
  count: number,
  which: (row: number) => boolean = () => true,
  across = false,
): string {
  const pitch = (across ? width : height) / count;
  const gap = pitch >= 4 ? 1 : 0.5;
  let d = '';
  for (let row = 0; row < count; row++) {
    if (!which(row)) continue;
    d += across
      ? rect(x + row * pitch, y, pitch - gap, height)
      : rect(x, y + row * pitch, width, pitch - gap);
  }
  return d;
}

/** A line that leaves and arrives straight down. */
export const fall = (x: number, y: number, toX: number, toY: number): string => {
  const middle = round((y + toY) / 2);
  return `M${round(x)} ${round(y)}C${round(x)} ${middle} ${round(toX)} ${middle} ${round(toX)} ${round(toY)}`;
};

/** A straight arrow down. */
export const arrow = (x: number, y: number, toY: number): string =>
  `M${round(x)} ${round(y)}V${round(toY)}m-4 -6l4 6l4 -6`;
