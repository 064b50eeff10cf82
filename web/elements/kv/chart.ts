import { fixed, share } from '../../lib/numbers.js';
import { meanOf, rowOf, type Found, type Measured } from './found.js';
import { circle, px, type Mark } from '../../lib/drawing.js';
import { widestLatent, type KvState } from './state.js';
import { words } from './words/index.js';

const left = 34;
const above = 16;
const right = 44;
const below = 26;
export const chartHeight = 250;
const ticks = [0, 0.25, 0.5, 0.75, 1];
/** Pooled to 1, 2 and 4 heads; with all eight they meet. */
const pooledCount = 3;
const kepts = [2, 4, 8, 16, 32, 64];

/** Mean accuracy straight after the conversion, against the numbers kept per letter. */
export function chartMarks(found: Found, state: KvState, width: number): readonly Mark[] {
  const x = (kept: number) =>
    left + ((width - left - right) * Math.log2(kept)) / Math.log2(widestLatent);
  const y = (mean: number) => above + (chartHeight - above - below) * (1 - mean);
  const at = { x, y, width };
  const whole = { kept: widestLatent, mean: meanOf(found.base.accuracy) };
  return [
    ...axes(at),
    ...chanceLine(found, at),
    ...tie(found, state, at),
    ...pooledLines(found, whole, at),
    line(found.latent, at, { width: 2.5 }),
    ...wholeDot(whole, at),
    ...chosenDots(found, state, at),
    ...names(found, at),
  ];
}

interface Place {
  readonly x: (kept: number) => number;
  readonly y: (mean: number) => number;
  readonly width: number;
}

const axes = ({ x, y, width }: Place): Mark[] => [
  ...ticks.flatMap((tick): Mark[] => [
    {
      path: `M${left} ${px(y(tick))}H${px(width - right)}`,
      stroke: tick === 0 ? 'line' : 'hair',
    },
    { text: tick % 1 ? fixed(tick) : String(tick), x: left - 8, y: y(tick) + 4, anchor: 'end' },
  ]),
  ...kepts.map((kept): Mark => ({
    text: String(kept),
    x: x(kept),
    y: chartHeight - 6,
    anchor: 'middle',
  })),
];

function chanceLine({ base }: Found, { y, width }: Place): Mark[] {
  const chance = meanOf(base.chance);
  return [
    { path: `M${left} ${px(y(chance))}H${px(width - right)}`, stroke: 'line', dashes: '1 3' },
    { text: words.chart.chance(share(chance)), x: left + 4, y: y(chance) + 15 },
  ];
}

const line = (
  points: readonly Measured[],
  { x, y }: Place,
  look: { readonly stroke?: 'line'; readonly width: number },
): Mark => ({
  path: points
    .map(({ kept, mean }, i) => `${i === 0 ? 'M' : 'L'}${px(x(kept))} ${px(y(mean))}`)
    .join(''),
  ...{ stroke: 'ink', ...look },
});

const pooledLines = ({ pooled }: Found, whole: Measured, at: Place): Mark[] =>
  (['mean', 'first'] as const).flatMap((from): Mark[] => {
    const points = pooled[from];
    return [
      line(points.length === pooledCount ? [...points, whole] : points, at, {
        ...{ stroke: 'line', width: 1.5 },
      }),
      ...points.map(({ kept, mean }): Mark => ({
        path: circle(at.x(kept), at.y(mean), 4),
        ...{ fill: from === 'mean' ? 'line' : 'stage', stroke: 'line', width: 1.5 },
      })),
    ];
  });

const wholeDot = ({ kept, mean }: Measured, { x, y }: Place): Mark[] => [
  { path: circle(x(kept), y(mean), 5), fill: 'stage', stroke: 'ink', width: 2 },
  { text: 'MHA', x: x(kept) + 9, y: y(mean) + 4, fill: 'ink', weight: 600 },
];

/** The two forms that the page compares, where both are measured. */
function chosen(found: Found, state: KvState) {
  const [gqa, mla] = [rowOf(found, state, 'gqa'), rowOf(found, state, 'mla')];
  if (!gqa?.accuracy || !mla?.accuracy) return null;
  return {
    gqa: { kept: gqa.kept, mean: meanOf(gqa.accuracy) },
    mla: { kept: mla.kept, mean: meanOf(mla.accuracy) },
  };
}

/** A line between both where they keep as many numbers. */
function tie(found: Found, state: KvState, { x, y }: Place): Mark[] {
  const both = chosen(found, state);
  if (!both || both.gqa.kept !== both.mla.kept) return [];
  const { gqa, mla } = both;
  const middle = (y(gqa.mean) + y(mla.mean)) / 2;
  return [
    { path: `M${px(x(gqa.kept))} ${px(y(gqa.mean))}V${px(y(mla.mean))}`, stroke: 'ink' },
    ...(Math.abs(y(gqa.mean) - y(mla.mean)) > 60 && x(widestLatent) - x(gqa.kept) > 90
      ? [{ text: words.chart.bothKeep(gqa.kept), x: x(gqa.kept) + 8, y: Math.min(middle, y(0.9)) }]
      : []),
  ];
}

function chosenDots(found: Found, state: KvState, { x, y }: Place): Mark[] {
  const both = chosen(found, state);
  if (!both) return [];
  const { gqa, mla } = both;
  const value = ({ kept, mean }: Measured, dx: number, dy: number): Mark => ({
    ...{ text: share(mean), x: x(kept) + dx, y: y(mean) + dy, fill: 'ink', weight: 700 },
    anchor: dx < 0 ? 'end' : 'start',
  });
  return [
    { path: circle(x(gqa.kept), y(gqa.mean), 4), fill: 'ink' },
    { path: circle(x(mla.kept), y(mla.mean), 4.5), fill: 'ink' },
    value(gqa, 8, 14),
    value(mla, -8, -4),
  ];
}

/** The name of each line, next to one of its points. */
function names({ latent, pooled }: Found, { x, y, width }: Place): Mark[] {
  const [mid, mean, first] = [
    latent.find(({ kept }) => kept >= 8),
    pooled.mean[pooledCount - 1],
    pooled.first[0],
  ];
  return [
    ...(mid
      ? [
          {
            ...{ text: words.chart.latent, x: x(mid.kept) - 10, y: y(mid.mean) - 4 },
            ...{ anchor: 'end' as const, fill: 'ink' as const, weight: 600 },
          },
        ]
      : []),
    ...(mean
      ? [{ text: words.chart.mean, x: width, y: y(mean.mean) + 20, anchor: 'end' as const }]
      : []),
    ...(first
      ? [
          {
            ...{ text: words.chart.first, x: x(first.kept) - 8, y: y(first.mean) + 4 },
            anchor: 'end' as const,
          },
        ]
      : []),
  ];
}
