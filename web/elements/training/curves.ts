/** Converts numbers per step to coordinates in px. */

/** The plot area: steps 0 to `steps` from left to right, values 0 to `most` upwards. */
export interface Field {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly steps: number;
  readonly max: number;
}

export const xAt = ({ left, width, steps }: Field, step: number): number =>
  left + (width * step) / steps;

/** Values above the maximum are drawn at the upper edge. */
export const yAt = ({ top, height, max }: Field, value: number): number =>
  top + height * (1 - Math.min(Math.max(value / max, 0), 1));

/**
 * The path of the values of steps 1, 2, …: per px of width only the highest and the lowest value, so
 * that thousands of steps are drawn as fast as hundreds. Ends at the first NaN.
 */
export function linePath(values: readonly number[], field: Field): string {
  const end = values.findIndex((value) => !Number.isFinite(value));
  const shown = end < 0 ? values.length : end;
  const perColumn = Math.max(1, Math.floor(field.steps / Math.max(1, field.width)));
  const points: string[] = [];
  for (let from = 0; from < shown; from += perColumn) {
    for (const i of extremes(values, from, Math.min(from + perColumn, shown))) {
      points.push(`${print(xAt(field, i + 1))} ${print(yAt(field, values[i]!))}`);
    }
  }
  return points.length === 0 ? '' : `M${points.join('L')}`;
}

/** The indices of the smallest and the largest value, in order. */
function extremes(values: readonly number[], from: number, to: number): number[] {
  let [low, high] = [from, from];
  for (let i = from + 1; i < to; i++) {
    if (values[i]! < values[low]!) low = i;
    if (values[i]! > values[high]!) high = i;
  }
  return low === high ? [low] : [Math.min(low, high), Math.max(low, high)];
}

export const print = (coordinate: number): string => String(Math.round(coordinate * 10) / 10);

/** Moves labels apart so that each has `room`, within top .. bottom. */
export function spread(
  places: readonly number[],
  room: number,
  top: number,
  bottom: number,
): number[] {
  const order = places.map((_, i) => i).sort((a, b) => places[a]! - places[b]! || a - b);
  const spread = [...places];
  let min = top;
  for (const i of order) {
    spread[i] = Math.max(spread[i]!, min);
    min = spread[i] + room;
  }
  let max = bottom;
  for (const i of order.reverse()) {
    spread[i] = Math.min(spread[i]!, max);
    max = spread[i] - room;
  }
  return spread;
}

/** About `count` round numbers from 0 to at most `most`. */
export function chooseTicks(max: number, count: number): number[] {
  const rough = max / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((size) => size >= rough)!;
  const ticks = Array.from({ length: Math.floor(max / step + 1e-9) + 1 }, (_, i) => i * step);
  return ticks.map((tick) => Number(tick.toPrecision(12)));
}
