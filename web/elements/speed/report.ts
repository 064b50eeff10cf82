import type { Subject } from './subjects.js';
import type { Timing } from './timing.js';

export interface Measured extends Timing {
  readonly subject: Subject;
  /** The most operations a second that the processor did between the runs; 0 without any. */
  readonly peakBetween: number;
}

export interface Speed {
  readonly subject: Subject;
  readonly measured: Measured;
  /**
   * Operations, bytes or tokens a second: of all others the median; of memory the best run; of the
   * peak the best run of everything that counts operations, layers too.
   */
  readonly perSecond: number;
  /** Of the peak; null where the row counts no operations. */
  readonly share: number | null;
}

/**
 * The speeds, in the rows' order. The peak is the fastest of all runs: its own, those between the
 * rows, and each layer's. What a layer did, the thread can do, whatever multiply-adds alone reached;
 * so no layer has more than the peak.
 */
export function computeSpeeds(rows: readonly Measured[]): Speed[] {
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

/** What the machine can do, rather than what the core does on it. */
export const isLimit = ({ kind }: Subject) => kind === 'peak' || kind === 'memory';
/** Whether the row counts operations, which can be held against the peak. */
export const hasShare = ({ kind }: Subject) => kind === 'peak' || kind === 'layer';

const units = {
  peak: 'operations',
  memory: 'bytes',
  layer: 'operations',
  decode: 'tokens',
} as const;

/** For who compares machines: every number as it was measured. */
export function toJson(rows: readonly Measured[], machine: Readonly<Record<string, unknown>>) {
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
