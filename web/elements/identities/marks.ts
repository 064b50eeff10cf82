import type { palette } from '../../lib/tokens.js';

/** A colour of the palette, or that of a head. */
export type Ink = keyof typeof palette | `head-${number}`;

export interface Box {
  readonly kind: 'box';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fill: Ink | null;
  /** What the mistake changed has a ring. */
  readonly ring?: boolean;
  readonly label?: string;
}
export interface Line {
  readonly kind: 'line';
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  readonly colour: Ink;
}
export interface Text {
  readonly kind: 'text';
  readonly x: number;
  readonly y: number;
  readonly text: string;
}
export type Mark = Box | Line | Text;

export const schemeSize = { left: 138, right: 160, height: 48 } as const;
export const middle = schemeSize.height / 2;

export const count = (length: number): readonly number[] => Array.from({ length }, (_, i) => i);
export const box = (
  place: readonly [x: number, y: number, width: number, height?: number],
  fill: Ink | null,
  more: Pick<Box, 'ring' | 'label'> = {},
): Box => {
  const [x, y, width, height = width] = place;
  return { kind: 'box', x, y, width, height, fill, ...more };
};
export const text = (x: number, text: string, y: number = middle): Text => ({
  kind: 'text',
  x,
  y,
  text,
});
export const colour = (head: number): Ink => `head-${head}`;
