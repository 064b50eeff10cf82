import type { Mark, PathMark, Picture, Span, TextMark } from '../../lib/drawing.js';
import { linePath, print, spread, chooseTicks, xAt, yAt, type Field } from './curves.js';
import { fixed } from '../../lib/numbers.js';
import { lossText } from './loss-text.js';
import type { RunRecord } from './record.js';
import type { RunName } from './state.js';

const strokes = {
  a: { stroke: 'ink', width: 2.5, isRound: true },
  b: { stroke: 'line', width: 2, isRound: true },
  grid: { stroke: 'hair' },
  axis: { stroke: 'line' },
  chance: { stroke: 'line', dashes: '2 3' },
  solved: { stroke: 'ink' },
  cursor: { stroke: 'ink', dashes: '1 2' },
} as const satisfies Record<string, Omit<PathMark, 'path'>>;
const label = { fill: 'ink', hasHalo: true } as const satisfies Partial<TextMark>;

/** The shown part of a race: two records up to step `at`, on an axis of `limit` steps. */
export interface Race {
  readonly records: Readonly<Record<RunName, RunRecord>>;
  readonly at: number;
  readonly limit: number;
}

interface ChartWords {
  readonly chance: (value: string) => string;
  readonly solved: (step: number) => string;
  /** The number of a step below the axis, formatted for the language. */
  readonly step: (step: number) => string;
}

const runs = ['b', 'a'] as const; // A is drawn over B
const labelGap = 6;
const lineHeight = 14;

const horizontal = ({ left, width }: Field, y: number) =>
  `M${print(left)} ${print(y)}H${print(left + width)}`;
const vertical = (x: number, from: number, to: number) =>
  `M${print(x)} ${print(from)}V${print(to)}`;

/** The loss of both runs. */
export function lossChart(race: Race, width: number, height: number, words: ChartWords): Picture {
  const chance = race.records.a.model.chance.loss;
  const field: Field = {
    left: 36,
    top: 12,
    width: width - 36 - 56,
    height: height - 12 - 26,
    steps: race.limit,
    max: 1.15 * chance,
  };
  const bottom = field.top + field.height;
  const levels = chooseTicks(field.max, 5);
  const steps = chooseTicks(race.limit, width < 400 ? 3 : 4);
  const marks: Mark[] = [
    ...levels.map((level) => ({
      ...(level === 0 ? strokes.axis : strokes.grid),
      path: horizontal(field, yAt(field, level)),
    })),
    ...levels.map((level) => tick(field.left - 10, yAt(field, level) + 4, 'end', String(level))),
    ...steps.map((step) => tick(xAt(field, step), bottom + 18, 'middle', words.step(step))),
    { ...strokes.chance, path: horizontal(field, yAt(field, chance)) },
    {
      ...{ ...label, fill: 'ink-2', anchor: 'end', text: words.chance(fixed(chance)) },
      ...{ x: field.left + field.width, y: yAt(field, chance) - 5 },
    },
    ...solvedMarks(race, field, words),
    ...cursor(race, field),
    ...lines(race, field, (record) => record.losses),
  ];
  return { width, height, marks };
}

/** The moving average of one relation's accuracy. */
export function accuracyChart(
  race: Race,
  relation: number,
  width: number,
  height: number,
): Picture {
  const field: Field = {
    left: 0,
    top: 8,
    width: width - 56,
    height: height - 18,
    steps: race.limit,
    max: 1,
  };
  const chance = race.records.a.model.chance.accuracy[relation]!;
  const marks: Mark[] = [
    { ...strokes.grid, path: horizontal(field, yAt(field, 1)) },
    { ...strokes.axis, path: horizontal(field, yAt(field, 0)) },
    { ...strokes.chance, path: horizontal(field, yAt(field, chance)) },
    ...cursor(race, field),
    ...lines(race, field, (record) => record.averages[relation] ?? []),
  ];
  return { width, height, marks };
}

function tick(x: number, y: number, anchor: 'middle' | 'end', text: string): Mark {
  return { ...label, fill: 'ink-3', x, y, anchor, text };
}

function lines(
  { records, at }: Race,
  field: Field,
  valuesOf: (record: RunRecord) => readonly number[],
): Mark[] {
  const visibleRuns = runs.map((run) => ({ run, values: valuesOf(records[run]).slice(0, at) }));
  const nonEmpty = visibleRuns.filter(({ values }) => values.length > 0);
  const labelTops = spread(
    nonEmpty.map(({ values }) => yAt(field, values.at(-1)!)),
    lineHeight,
    field.top,
    field.top + field.height,
  );
  return [
    ...nonEmpty.map(({ run, values }) => ({ ...strokes[run], path: linePath(values, field) })),
    ...nonEmpty.map(({ run, values }, i): Mark => ({
      ...label,
      x: xAt(field, values.length) + labelGap,
      y: labelTops[i]! + 4,
      text: [nameOf(run), { text: lossText(values.at(-1)!) }],
    })),
  ];
}

const nameOf = (run: RunName): Span => ({ text: `${run.toUpperCase()} `, look: 'bold' });

function solvedMarks({ records, at }: Race, field: Field, words: ChartWords): Mark[] {
  const bottom = field.top + field.height;
  const marks = runs.flatMap((run) => {
    const step = records[run].solvedAt;
    return step === null || step > at ? [] : [{ run, step }];
  });
  return marks.flatMap(({ run, step }, i): Mark[] => {
    const x = xAt(field, step);
    const top = bottom - field.height * (0.3 + 0.1 * i);
    const isLate = x > field.left + 0.6 * field.width;
    return [
      { ...strokes.solved, path: vertical(x, top, bottom) },
      {
        ...{ ...label, weight: 600 },
        anchor: isLate ? 'end' : 'start',
        x: x + (isLate ? -5 : 5),
        y: top + 8,
        text: [...(marks.length > 1 ? [nameOf(run)] : []), { text: words.solved(step) }],
      },
    ];
  });
}

/** A line at the current step, if the reader went back. */
function cursor({ records, at }: Race, field: Field): Mark[] {
  if (at >= Math.max(records.a.steps, records.b.steps)) return [];
  const x = xAt(field, at);
  return [{ ...strokes.cursor, path: vertical(x, field.top, field.top + field.height) }];
}
