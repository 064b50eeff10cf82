import type { Subject } from './subjects.js';
import type { Timing } from './timing.js';

export interface Measurement extends Timing {
  readonly subject: Subject;
  /** The most operations per second measured between the runs; 0 if there were none. */
  readonly peakBetween: number;
}

export interface Speed {
  readonly subject: Subject;
  readonly measured: Measurement;
  /**
   * Operations, bytes or tokens per second. Layers and decoding: the median. Memory: the best run.
   * Peak: the best run of all rows that count operations, including layers.
   */
  readonly perSecond: number;
  /** The share of the peak; null if the row does not count operations. */
  readonly share: number | null;
}

/**
 * The speed of each row. The peak is the fastest run of all: its own, those between the rows, and
 * those of layers. So no layer is faster than the peak.
 */
export function computeSpeeds(rows: readonly Measurement[]): Speed[] {
  const own = rows.map((row) => row.work / (isLimit(row.subject) ? row.best : row.median));
  const peak = Math.max(
    ...rows.flatMap(({ subject, work, best, peakBetween }) =>
      hasShare(subject) ? [work / best, peakBetween] : [peakBetween],
    ),
  );
  return rows.map((measured, i) => {
    const { subject } = measured;
    const perSecond = subject.kind === 'peak' ? peak : own[i]!;
    return { subject, measured, perSecond, share: hasShare(subject) ? perSecond / peak : null };
  });
}

/** Whether the row measures the machine instead of the core. */
export const isLimit = ({ kind }: Subject) => kind === 'peak' || kind === 'memory';
/** Whether the row counts operations, so that it can be compared with the peak. */
export const hasShare = ({ kind }: Subject) => kind === 'peak' || kind === 'layer';

const units = {
  peak: 'operations',
  memory: 'bytes',
  layer: 'operations',
  decode: 'tokens',
} as const;

/** All measured numbers, for comparing machines. */
export function toJson(rows: readonly Measurement[], machine: Readonly<Record<string, unknown>>) {
  const results = computeSpeeds(rows).map(({ subject, measured, perSecond, share }) => ({
    ...subject,
    perSecond,
    unit: units[subject.kind],
    shareOfPeak: share,
    secondsEach: { median: measured.median, best: measured.best },
    runs: measured.runs,
  }));
  return JSON.stringify({ ...machine, results }, null, 2);
}
