import { linePath, print, spread, chooseTicks, xAt, yAt, type Field } from './curves.js';
import { fixed, lossText } from '../../lib/numbers.js';
import type { RunRecord } from './record.js';
import type { RunName } from './state.js';

/** A chart as a list of shapes, for the page and for saved pictures. Lengths are in px. */
export interface Chart {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

/** A shape; later shapes are in front. The page and the picture have a style for each `look`. */
export type Shape =
  | { readonly look: 'grid' | 'axis' | 'chance' | 'solved' | 'cursor'; readonly path: string }
  | { readonly look: RunName; readonly path: string }
  | Label;
export interface Label {
  readonly look: 'tick' | 'note' | 'mark' | 'end';
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly words: string;
  /** The name of a run, in bold before the words. */
  readonly bold?: string;
}

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
export function lossChart(race: Race, width: number, height: number, words: ChartWords): Chart {
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
  const shapes: Shape[] = [
    ...levels.map((level) => ({
      look: level === 0 ? ('axis' as const) : ('grid' as const),
      path: horizontal(field, yAt(field, level)),
    })),
    ...levels.map((level) => tick(field.left - 10, yAt(field, level) + 4, 'end', String(level))),
    ...steps.map((step) => tick(xAt(field, step), bottom + 18, 'middle', words.step(step))),
    { look: 'chance', path: horizontal(field, yAt(field, chance)) },
    {
      ...{ look: 'note', anchor: 'end', words: words.chance(fixed(chance)) },
      ...{ x: field.left + field.width, y: yAt(field, chance) - 5 },
    },
    ...solvedMarks(race, field, words),
    ...cursor(race, field),
    ...lines(race, field, (record) => record.losses),
  ];
  return { width, height, shapes };
}

/** The moving average of one relation's accuracy. */
export function accuracyChart(race: Race, relation: number, width: number, height: number): Chart {
  const field: Field = {
    left: 0,
    top: 8,
    width: width - 56,
    height: height - 18,
    steps: race.limit,
    max: 1,
  };
  const chance = race.records.a.model.chance.accuracy[relation]!;
  const shapes: Shape[] = [
    { look: 'grid', path: horizontal(field, yAt(field, 1)) },
    { look: 'axis', path: horizontal(field, yAt(field, 0)) },
    { look: 'chance', path: horizontal(field, yAt(field, chance)) },
    ...cursor(race, field),
    ...lines(race, field, (record) => record.averages[relation] ?? []),
  ];
  return { width, height, shapes };
}

function tick(x: number, y: number, anchor: 'middle' | 'end', words: string): Shape {
  return { look: 'tick', x, y, anchor, words };
}

function lines(
  { records, at }: Race,
  field: Field,
  valuesOf: (record: RunRecord) => readonly number[],
): Shape[] {
  const visibleRuns = runs.map((run) => ({ run, values: valuesOf(records[run]).slice(0, at) }));
  const nonEmpty = visibleRuns.filter(({ values }) => values.length > 0);
  const labelTops = spread(
    nonEmpty.map(({ values }) => yAt(field, values.at(-1)!)),
    lineHeight,
    field.top,
    field.top + field.height,
  );
  return [
    ...nonEmpty.map(({ run, values }) => ({ look: run, path: linePath(values, field) })),
    ...nonEmpty.map(({ run, values }, i): Shape => ({
      ...{ look: 'end', anchor: 'start', bold: run.toUpperCase() },
      x: xAt(field, values.length) + labelGap,
      y: labelTops[i]! + 4,
      words: lossText(values.at(-1)!),
    })),
  ];
}

function solvedMarks({ records, at }: Race, field: Field, words: ChartWords): Shape[] {
  const bottom = field.top + field.height;
  const marks = runs.flatMap((run) => {
    const step = records[run].solvedAt;
    return step === null || step > at ? [] : [{ run, step }];
  });
  return marks.flatMap(({ run, step }, i): Shape[] => {
    const x = xAt(field, step);
    const top = bottom - field.height * (0.3 + 0.1 * i);
    const isLate = x > field.left + 0.6 * field.width;
    return [
      { look: 'solved', path: vertical(x, top, bottom) },
      {
        look: 'mark',
        anchor: isLate ? 'end' : 'start',
        x: x + (isLate ? -5 : 5),
        y: top + 8,
        words: words.solved(step),
        ...(marks.length > 1 ? { bold: run.toUpperCase() } : {}),
      },
    ];
  });
}

/** A line at the current step, if the reader went back. */
function cursor({ records, at }: Race, field: Field): Shape[] {
  if (at >= Math.max(records.a.steps, records.b.steps)) return [];
  const x = xAt(field, at);
  return [{ look: 'cursor', path: vertical(x, field.top, field.top + field.height) }];
}
