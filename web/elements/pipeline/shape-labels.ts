import type { Span } from '../../lib/drawing.js';
import type { Sheet } from './drawing.js';
import { labelRuns, type Scene } from './scene.js';
import type { TensorId } from './tensors.js';

/** A tensor's shape that is written at its tensor, and where it would begin. */
export interface ShapeLabel {
  readonly part: TensorId;
  readonly x: number;
  readonly runs: readonly Span[];
}

export const lineHeight = 18;
const between = 6;
/** In px, a little more than in the widest of the usual fonts. */
const widths = { digit: 8.4, sign: 4.8, capital: 10, letter: 7.6 };

/** About how wide the runs are at 13 px. */
export const widthOfRuns = (runs: readonly Span[]): number =>
  [...runs.map(({ text }) => text).join('')].reduce((sum, char) => sum + widths[kindOf(char)], 0);

const kindOf = (char: string): keyof typeof widths =>
  /\d/u.test(char)
    ? 'digit'
    : /[[\], ]/u.test(char)
      ? 'sign'
      : /\p{Lu}/u.test(char)
        ? 'capital'
        : 'letter';

export const labelOf = (part: TensorId, x: number, { run }: Scene): ShapeLabel => ({
  ...{ part, x, runs: labelRuns(part, run) },
});

/**
 * Writes labels from left to right within the width. A label that would run into another is on the
 * next line, below the first one or above it.
 * @return the last line
 */
export function writeLabels(
  sheet: Sheet,
  labels: readonly ShapeLabel[],
  { y, width, up = false }: { y: number; width: number; up?: boolean },
): number {
  const ends: number[] = [];
  for (const { part, x, runs } of labels) {
    const across = widthOfRuns(runs);
    const left = Math.max(0, Math.min(x, width - across));
    const free = ends.findIndex((end) => end + between <= left);
    const line = free < 0 ? ends.length : free;
    ends[line] = left + across;
    sheet.text(left, y + (up ? -line : line) * lineHeight, runs, { part });
  }
  return y + (up ? -1 : 1) * (ends.length - 1) * lineHeight;
}
