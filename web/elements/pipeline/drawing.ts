import {
  px,
  rectangle,
  Sheet as AnySheet,
  type Box,
  type Drawing as AnyDrawing,
} from '../../lib/drawing.js';
import type { TensorId } from './tensors.js';

/** Where a tensor, or one matrix of it, can be chosen. */
export interface Spot extends Box {
  readonly tensor: TensorId;
  /** null where all heads are drawn together. */
  readonly head: number | null;
  readonly sequence: number | null;
}
export type Drawing = AnyDrawing<Spot>;
export type Sheet = AnySheet<Spot>;

export const newSheet = (): Sheet => new AnySheet<Spot>(13);

/** This many equal rows, with a fine gap between them; columns if `across`. */
export function rows(
  { x, y, width, height }: Box,
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
      ? rectangle(x + row * pitch, y, pitch - gap, height)
      : rectangle(x, y + row * pitch, width, pitch - gap);
  }
  return d;
}

/** A line that leaves and arrives straight down. */
export const fall = (x: number, y: number, toX: number, toY: number): string => {
  const middle = px((y + toY) / 2);
  return `M${px(x)} ${px(y)}C${px(x)} ${middle} ${px(toX)} ${middle} ${px(toX)} ${px(toY)}`;
};
