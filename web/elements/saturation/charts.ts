import { fixed, plain } from '../../lib/numbers.js';
import { scales, widths, type Scale, type Width } from './draws.js';
import { atWidth, measures, type Measure, type SaturationRun } from './run.js';
import { dot, print, shift, type Scene, type Shape, type Span } from './scene.js';
import type { SaturationState } from './state.js';
import { words } from './words/index.js';

const gap = 40;
const height = 172;
const field = { left: 30, top: 36, bottom: 148, ends: 104 };
/** Labels at the lines' ends are at least this far apart. */
const lineHeight = 15;
const most: Record<Measure, number> = { largest: 1, entropy: 3, trace: 1 };
const ticks: Record<Measure, readonly number[]> = {
  largest: [0, 0.5, 1],
  entropy: [0, 1, 2, 3],
  trace: [0, 0.5, 1],
};

/** What softmax makes of the scores, over all widths and divisors. */
export function charts(run: SaturationRun, state: SaturationState, width: number): Scene {
  const isNarrow = width < 720;
  const columns = isNarrow ? 1 : measures.length;
  const chart = (width - (columns - 1) * gap) / columns;
  const below = height + 24;
  return {
    width,
    height: isNarrow ? measures.length * below - 24 : height,
    shapes: measures.flatMap((measure, i) =>
      shift(
        chartOf(run, state, measure, chart),
        isNarrow ? 0 : i * (chart + gap),
        isNarrow ? i * below : 0,
      ),
    ),
  };
}

interface Field {
  readonly x: (dHead: Width) => number;
  readonly y: (value: number) => number;
  readonly right: number;
}

function chartOf(
  run: SaturationRun,
  { dHead, scale }: SaturationState,
  measure: Measure,
  width: number,
): Shape[] {
  const right = width - field.ends;
  const step = (right - field.left) / (widths.length - 1);
  const at: Field = {
    right,
    x: (each) => field.left + widths.indexOf(each) * step,
    y: (value) => field.bottom - (value / most[measure]) * (field.bottom - field.top),
  };
  return [
    { look: 'title', x: 0, y: 14, anchor: 'start', words: words.chart[measure] },
    ...(['none', 'sqrt-d-head'] as const).map((each) => band(run, measure, each, at)),
    ...levels(measure, at),
    ...names(dHead, at),
    {
      look: 'uniform',
      path: `M${field.left} ${print(at.y(run.uniform[measure]))}H${print(right)}`,
    },
    ...scales.map((each) => line(run, measure, each, at)).reverse(),
    { look: 'now', path: `M${print(at.x(dHead))} ${field.top - 6}V${field.bottom}` },
    ...scales.map((each): Shape => {
      const { mean } = atWidth(run, dHead).scales[each][measure];
      return {
        look: each === 'none' ? 'none-dot' : 'dot',
        path: dot(at.x(dHead), at.y(mean)),
      };
    }),
    ...ends(run, measure, scale, at),
  ];
}

/** Where eight of ten draws are. */
function band(run: SaturationRun, measure: Measure, scale: Scale, { x, y }: Field): Shape {
  const points = (edge: 'low' | 'high') =>
    run.widths.map(
      ({ dHead, scales }) => `${print(x(dHead))} ${print(y(scales[scale][measure][edge]))}`,
    );
  return { look: 'band', path: `M${[...points('low'), ...points('high').reverse()].join('L')}z` };
}

const line = (run: SaturationRun, measure: Measure, scale: Scale, { x, y }: Field): Shape => ({
  look: scale,
  path: `M${run.widths
    .map(({ dHead, scales }) => `${print(x(dHead))} ${print(y(scales[scale][measure].mean))}`)
    .join('L')}`,
});

const levels = (measure: Measure, { y, right }: Field): Shape[] =>
  ticks[measure].flatMap((tick): Shape[] => [
    {
      look: tick === 0 ? 'axis' : 'grid',
      path: `M${field.left} ${print(y(tick))}H${print(right)}`,
    },
    { look: 'tick', x: field.left - 8, y: y(tick) + 4, anchor: 'end', words: plain(tick) },
  ]);

const names = (chosen: Width, { x }: Field): Shape[] =>
  widths.map((each) => ({
    look: each === chosen ? 'chosen-tick' : 'tick',
    ...{ x: x(each), y: field.bottom + 17, anchor: 'middle', words: String(each) },
  }));

/** Name and value where a line ends; moved apart where lines meet. */
function ends(run: SaturationRun, measure: Measure, chosen: Scale, { y, right }: Field): Shape[] {
  const last = run.widths.at(-1)!;
  const labels = scales.map((scale) => {
    const { mean } = last.scales[scale][measure];
    const name = nameOf(scale).map((span): Span =>
      scale === chosen && typeof span === 'string' ? { bold: span } : span,
    );
    return { at: y(mean), words: [...name, ' ', { bold: fixed(mean) }] as readonly Span[] };
  });
  const uniform = run.uniform[measure];
  labels.push({ at: y(uniform), words: [`${words.chart.uniform} ${fixed(uniform)}`] });
  return moveApart(labels).map(({ at, words }) => ({
    ...{ look: 'note' as const, x: right + 8, y: at + 4, anchor: 'start' as const, words },
  }));
}

/** As near to their lines as there is room, within the chart. */
function moveApart<Entry extends { readonly at: number }>(labels: readonly Entry[]): Entry[] {
  const sorted = [...labels].sort((a, b) => a.at - b.at);
  const places: number[] = [];
  for (const { at } of sorted) places.push(Math.max(at, (places.at(-1) ?? -Infinity) + lineHeight));
  let room = field.bottom - 4; // the last width is named below
  for (let i = places.length - 1; i >= 0; i--) {
    places[i] = Math.min(places[i]!, room);
    room = places[i]! - lineHeight;
  }
  return sorted.map((label, i) => ({ ...label, at: places[i]! }));
}

export const nameOf = (scale: Scale): readonly Span[] =>
  scale === 'none'
    ? [words.nothing]
    : ['√', { italic: 'd' }, { sub: scale === 'sqrt-d-head' ? 'head' : 'model' }];
