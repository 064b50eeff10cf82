import { powerOfTen } from '../../lib/numbers.js';
import {
  circle,
  type Mark,
  type PathMark,
  type Picture,
  type TextMark,
} from '../../lib/drawing.js';
import { Costs } from './costs.js';
import type { Side } from './desk.js';
import { countText } from './format.js';
import { words } from './words/index.js';

const strokes = {
  linear: { stroke: 'ink', width: 2.5 },
  pairs: { stroke: 'line', width: 2 },
  grid: { stroke: 'hair' },
  drop: { stroke: 'line', dashes: '2 3' },
  now: { stroke: 'ink', dashes: '1 2' },
} as const satisfies Record<string, Omit<PathMark, 'path'>>;
const tick = { fill: 'ink-3', hasHalo: true } as const satisfies Partial<TextMark>;
const name = { fill: 'ink', hasHalo: true } as const satisfies Partial<TextMark>;

/** What is drawn at one length. */
export interface PlotPoint {
  readonly tokens: number;
  readonly linear: number;
  readonly pairs: number;
}

/** Powers of two around the crossover and the length that is looked at, each counted by the core. */
export function plotPoints({ costs }: Side): PlotPoint[] {
  const { crossover } = costs.flops;
  const { tokens } = costs.run;
  const from = Math.floor(Math.log2(Math.max(1, Math.min(crossover / 8, tokens))));
  const to = Math.ceil(Math.log2(Math.max(2, crossover * 8, tokens * 2)));
  return Array.from({ length: to - from + 1 }, (_, i) => pointAt(costs, 2 ** (from + i)));
}

function pointAt({ engine, shape, run }: Costs, tokens: number): PlotPoint {
  const there = new Costs(engine, shape, { ...run, tokens });
  return {
    tokens,
    linear: there.derive('projections + output').value,
    pairs: there.derive('scores + weighted_sum').value,
  };
}

/** Logarithms on both axes: a line's slope is the power with which it grows. */
interface Field {
  readonly x: (tokens: number) => number;
  readonly y: (flops: number) => number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const afterLine = 8;
const lineHeight = 16;
/** The largest width of a bold letter in a label, in px. */
const letterWidth = 7.5;

/** Both terms of attention's FLOPs over the length. */
export function flopPlot(side: Side, points: readonly PlotPoint[], width: number): Picture {
  const isNarrow = width < 480;
  const height = isNarrow ? 240 : 280;
  const field = makeField(points, width, height, isNarrow ? 8 : 132);
  return {
    ...{ width, height },
    marks: [
      ...levels(points, field),
      ...lengths(points, field, isNarrow ? 2 : 4),
      ...present(side, field),
      { ...strokes.pairs, path: line(points, field, 'pairs') },
      { ...strokes.linear, path: line(points, field, 'linear') },
      ...meeting(side, field),
      ...ends(points, field, isNarrow),
    ],
  };
}

function makeField(
  points: readonly PlotPoint[],
  width: number,
  height: number,
  room: number,
): Field {
  const [left, right, top, bottom] = [48, width - room, 12, height - 28];
  const flops = points.flatMap(({ linear, pairs }) => [linear, pairs]);
  const scale = (values: readonly number[], from: number, to: number) => {
    const [low, high] = [Math.log2(Math.min(...values)), Math.log2(Math.max(...values))];
    return (value: number) => from + ((to - from) * (Math.log2(value) - low)) / (high - low || 1);
  };
  return {
    ...{ left, right, top, bottom },
    x: scale(
      points.map(({ tokens }) => tokens),
      left,
      right,
    ),
    y: scale(flops, bottom, top),
  };
}

const print = (coordinate: number) => String(Math.round(coordinate * 10) / 10);

const line = (points: readonly PlotPoint[], { x, y }: Field, term: 'linear' | 'pairs') =>
  `M${points.map((point) => `${print(x(point.tokens))} ${print(y(point[term]))}`).join('L')}`;

/** A hairline at every power of ten, or at every other one. */
function levels(points: readonly PlotPoint[], { left, right, y }: Field): Mark[] {
  const powers = points.flatMap(({ linear, pairs }) => [Math.log10(linear), Math.log10(pairs)]);
  const [from, to] = [Math.ceil(Math.min(...powers)), Math.floor(Math.max(...powers))];
  const every = Math.ceil((to - from + 1) / 6);
  return Array.from({ length: Math.max(0, Math.floor((to - from) / every) + 1) }, (_, i) => {
    const level = 10 ** (from + i * every);
    const at = y(level);
    return [
      { ...strokes.grid, path: `M${left} ${print(at)}H${print(right)}` },
      {
        ...{ ...tick, x: left - 8, y: at + 4, anchor: 'end' as const },
        text: powerOfTen(level, 0).replace(/^1\D+/u, ''),
      },
    ];
  }).flat();
}

function lengths(points: readonly PlotPoint[], { x, bottom }: Field, count: number): Mark[] {
  const every = Math.ceil(points.length / count / 2) * 2;
  return points
    .filter((_, i) => i % every === 0)
    .map(({ tokens }) => ({
      ...{ ...tick, x: x(tokens), y: bottom + 20, anchor: 'middle' },
      text: countText(tokens),
    }));
}

/** The length that is looked at. */
function present({ costs }: Side, { x, top, bottom }: Field): Mark[] {
  const at = print(x(costs.run.tokens));
  return [{ ...strokes.now, path: `M${at} ${top}V${bottom}` }];
}

/** Where both terms are equal, if that is in sight. */
function meeting({ costs }: Side, { x, y, left, right, bottom }: Field): Mark[] {
  const { crossover } = costs.flops;
  const at = x(crossover);
  if (!(at >= left && at <= right)) return [];
  const level = y(meetingFlops(costs));
  const text = words.plot.equal(countText(crossover));
  const hasRoom = at - left > text.length * letterWidth;
  const mark = { ...name, anchor: 'end', weight: 600, text } as const;
  return [
    { ...strokes.drop, path: `M${print(at)} ${print(level)}V${bottom}` },
    { path: circle(at, level, 5), fill: 'page', stroke: 'ink', width: 2 },
    // Between the lines: on their left above, on their right below.
    hasRoom ? { ...mark, x: at - 10, y: level - 12 } : { ...mark, x: right, y: level + 20 },
  ];
}

/** What the projections cost there: they grow with the length, or not at all in a step. */
const meetingFlops = ({ flops, run, derive }: Costs): number =>
  run.decode
    ? derive('projections + output').value
    : derive('(projections + output) / seq_len * crossover', { crossover: flops.crossover }).value;

/** Names at the lines' ends; where there is no room beside them, above. */
function ends(points: readonly PlotPoint[], { x, y, top }: Field, isNarrow: boolean): Mark[] {
  const last = points.at(-1)!;
  const terms = ['linear', 'pairs'] as const;
  return terms.map((term) => {
    const at = y(last[term]);
    const above = term === 'pairs' ? -10 : 2 * lineHeight;
    return {
      ...{ ...name, text: words.plot[term] },
      anchor: isNarrow ? 'end' : 'start',
      x: x(last.tokens) + (isNarrow ? -24 : afterLine),
      y: isNarrow ? Math.max(top + 4, at + above) : at + 4,
    };
  });
}
