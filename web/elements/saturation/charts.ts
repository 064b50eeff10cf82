import { circle, px, type Mark, type Picture, type Span } from '../../lib/drawing.js';
import { fixed, plain } from '../../lib/numbers.js';
import { scales, widths, type Scale, type Width } from './draws.js';
import { atWidth, measures, type Measure, type SaturationRun } from './run.js';
import { label, looks, shift } from './looks.js';
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
export function charts(run: SaturationRun, state: SaturationState, width: number): Picture {
  const isNarrow = width < 720;
  const columns = isNarrow ? 1 : measures.length;
  const chart = (width - (columns - 1) * gap) / columns;
  const below = height + 24;
  return {
    width,
    height: isNarrow ? measures.length * below - 24 : height,
    marks: measures.flatMap((measure, i) =>
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
): Mark[] {
  const right = width - field.ends;
  const step = (right - field.left) / (widths.length - 1);
  const at: Field = {
    right,
    x: (each) => field.left + widths.indexOf(each) * step,
    y: (value) => field.bottom - (value / most[measure]) * (field.bottom - field.top),
  };
  return [
    label('title', 0, 14, 'start', words.chart[measure]),
    ...(['none', 'sqrt-d-head'] as const).map((each) => band(run, measure, each, at)),
    ...levels(measure, at),
    ...names(dHead, at),
    {
      ...looks.uniform,
      path: `M${field.left} ${px(at.y(run.uniform[measure]))}H${px(right)}`,
    },
    ...scales.map((each) => line(run, measure, each, at)).reverse(),
    { ...looks.now, path: `M${px(at.x(dHead))} ${field.top - 6}V${field.bottom}` },
    ...scales.map((each): Mark => {
      const { mean } = atWidth(run, dHead).scales[each][measure];
      return {
        ...looks[each === 'none' ? 'none-dot' : 'dot'],
        path: circle(at.x(dHead), at.y(mean), 4),
      };
    }),
    ...ends(run, measure, scale, at),
  ];
}

/** Where eight of ten draws are. */
function band(run: SaturationRun, measure: Measure, scale: Scale, { x, y }: Field): Mark {
  const points = (edge: 'low' | 'high') =>
    run.widths.map(({ dHead, scales }) => `${px(x(dHead))} ${px(y(scales[scale][measure][edge]))}`);
  return { ...looks.band, path: `M${[...points('low'), ...points('high').reverse()].join('L')}z` };
}

const line = (run: SaturationRun, measure: Measure, scale: Scale, { x, y }: Field): Mark => ({
  ...looks[scale],
  path: `M${run.widths
    .map(({ dHead, scales }) => `${px(x(dHead))} ${px(y(scales[scale][measure].mean))}`)
    .join('L')}`,
});

const levels = (measure: Measure, { y, right }: Field): Mark[] =>
  ticks[measure].flatMap((tick): Mark[] => [
    {
      ...looks[tick === 0 ? 'axis' : 'grid'],
      path: `M${field.left} ${px(y(tick))}H${px(right)}`,
    },
    label('tick', field.left - 8, y(tick) + 4, 'end', plain(tick)),
  ]);

const names = (chosen: Width, { x }: Field): Mark[] =>
  widths.map((each) => {
    const look = each === chosen ? 'chosen-tick' : 'tick';
    return label(look, x(each), field.bottom + 17, 'middle', String(each));
  });

/** Name and value where a line ends; moved apart where lines meet. */
function ends(run: SaturationRun, measure: Measure, chosen: Scale, { y, right }: Field): Mark[] {
  const last = run.widths.at(-1)!;
  const labels = scales.map((scale) => {
    const { mean } = last.scales[scale][measure];
    const name = nameOf(scale).map((span): Span =>
      scale === chosen && !span.look ? { ...span, look: 'result' } : span,
    );
    const value: Span = { text: fixed(mean), look: 'result' };
    return { at: y(mean), text: [...name, { text: ' ' }, value] };
  });
  const uniform = run.uniform[measure];
  labels.push({ at: y(uniform), text: [{ text: `${words.chart.uniform} ${fixed(uniform)}` }] });
  return moveApart(labels).map(({ at, text }) => label('note', right + 8, at + 4, 'start', text));
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
    ? [{ text: words.nothing }]
    : [
        { text: '√' },
        { text: 'd', look: 'letter' },
        { text: scale === 'sqrt-d-head' ? 'head' : 'model', look: 'index' },
      ];
