import type { Tensor } from '../../../emscripten/package/contract.js';
import { px, rectangle, type Mark, type Picture } from '../../lib/drawing.js';
import { fixed, plain } from '../../lib/numbers.js';
import type { Width } from './draws.js';
import { atWidth, type SaturationRun, type WidthRun } from './run.js';
import { label, looks, shift } from './looks.js';
import { words } from './words/index.js';

/** Always the same three, whatever is chosen: the figure compares them. */
const histogramWidths = [8, 64, 512] as const satisfies readonly Width[];

/** What the axes show, never rescaled. Scores beyond the first are not drawn. */
const wide = { limit: 64, bins: 64, ticks: [-60, -30, 0, 30, 60] };
const near = { limit: 4, bins: 32, ticks: [-4, -2, 0, 2, 4] };

const gap = 64;
const place = { title: 14, name: 44, upper: 132, ticks: 148, zoomed: 174, lower: 282, end: 300 };
const tallest = { upper: 90, lower: 96 };

/** Scores of three widths: not divided on one axis, and divided, on the part of it around 0. */
export function histograms(run: SaturationRun, chosen: Width, width: number): Picture {
  const isNarrow = width < 720;
  const columns = isNarrow ? 1 : histogramWidths.length;
  const panel = (width - (columns - 1) * gap) / columns;
  const below = place.end + 28;
  return {
    width,
    height: isNarrow ? histogramWidths.length * below - 28 : place.end,
    marks: histogramWidths.flatMap((dHead, i) =>
      shift(
        panelOf(atWidth(run, dHead), dHead === chosen, panel),
        isNarrow ? 0 : i * (panel + gap),
        isNarrow ? i * below : 0,
      ),
    ),
  };
}

function panelOf(run: WidthRun, isChosen: boolean, width: number): Mark[] {
  const { spread, dividedSpread, dHead, scales } = run;
  const root = scales['sqrt-d-head'].divisor;
  const band = [-near.limit, near.limit].map((score) => xOf(score, wide.limit, width)) as [
    number,
    number,
  ];
  const { histogram: say } = words;
  return [
    label('title', 0, place.title, 'start', [
      { text: 'd', look: 'letter' },
      { text: 'head', look: 'index' },
      { text: ` = ${dHead}` },
    ]),
    ...(isChosen ? [{ ...looks.chosen, path: rectangle(0, place.title + 7, 76, 2.5) }] : []),
    label('note', width, place.title, 'end', [
      { text: `${say.spread} ` },
      { text: fixed(spread), look: 'result' },
      { text: ` · √${dHead} = ${fixed(root)}` },
    ]),
    { ...looks.mid, path: rectangle(band[0], 36, band[1] - band[0], place.upper - 36) },
    {
      ...looks.zoom,
      path: `M${px(band[0])} ${place.upper}L${px(band[1])} ${place.upper}L${px(width)} ${place.zoomed}L0 ${place.zoomed}z`,
    },
    {
      ...looks.grid,
      path: `M${px(band[0])} ${place.upper}L0 ${place.zoomed}M${px(band[1])} ${place.upper}L${px(width)} ${place.zoomed}`,
    },
    bars(run.scores, wide, width, place.upper, tallest.upper, 'undivided'),
    label('name', 0, place.name, 'start', say.undivided),
    ...axis(wide, width, place.upper, place.ticks, band),
    bars(run.divided, near, width, place.lower, tallest.lower, 'divided'),
    label('name', 0, place.zoomed + 16, 'start', say.divided(`√${dHead}`)),
    label('note', width, place.zoomed + 16, 'end', [
      { text: `${say.spread} ` },
      { text: fixed(dividedSpread), look: 'result' },
    ]),
    ...axis(near, width, place.lower, place.lower + 16, null),
  ];
}

interface Axis {
  readonly limit: number;
  readonly bins: number;
  readonly ticks: readonly number[];
}

const xOf = (score: number, limit: number, width: number) =>
  ((score + limit) / (2 * limit)) * width;

/** How many scores are in each of equally wide parts of the axis: only lengths of bars. */
export function countInBins({ data }: Tensor, { limit, bins }: Omit<Axis, 'ticks'>): number[] {
  const counts = new Array<number>(bins).fill(0);
  for (const score of data) {
    const bin = Math.floor(((score + limit) / (2 * limit)) * bins);
    if (bin >= 0 && bin < bins) counts[bin]! += 1;
  }
  return counts;
}

/** The highest bar is as tall as there is room. */
function bars(
  scores: Tensor,
  axis: Axis,
  width: number,
  bottom: number,
  tallest: number,
  look: 'undivided' | 'divided',
): Mark {
  const counts = countInBins(scores, axis);
  const unit = tallest / Math.max(...counts, 1);
  const step = width / axis.bins;
  const path = counts
    .map((count, i) => [i * step, count * unit] as const)
    .filter(([, height]) => height > 0)
    .map(([x, height]) => rectangle(x + 0.5, bottom - height, step - 1, height))
    .join('');
  return { ...looks[look], path };
}

function axis(
  { limit, ticks }: Axis,
  width: number,
  bottom: number,
  below: number,
  hidden: readonly [number, number] | null,
): Mark[] {
  return [
    { ...looks.axis, path: `M0 ${bottom}H${px(width)}` },
    ...ticks
      .map((tick) => ({ tick, x: xOf(tick, limit, width) }))
      .filter(({ x }) => !hidden || x < hidden[0] || x > hidden[1])
      .map(({ tick, x }) =>
        label(
          'tick',
          Math.min(width, Math.max(0, x)),
          below,
          x <= 16 ? 'start' : x >= width - 16 ? 'end' : 'middle',
          tick > 0 ? `+${tick}` : plain(tick),
        ),
      ),
  ];
}
