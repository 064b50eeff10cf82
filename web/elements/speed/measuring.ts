import type { Measurement } from './report.js';
import { subjects, type Subject } from './subjects.js';
import { decimal } from '../../lib/state-fields.js';
import type { StartedWorker } from '../../lib/worker.js';
import { runJobs, type Loading } from '../../lib/worker-jobs.js';

/** The calls that the worker offers. */
export interface Measuring extends Loading {
  /** @param budget  the time for the row in ms */
  measure(subject: Subject, budget: number): Measurement;
}

/** In ms. */
const usualRowTime = 1200;
const longestRowTime = 60_000;

/** The time for each row, from what a page wrote. */
export const readRowTime = (input: unknown): number =>
  decimal(1, longestRowTime)(input) ?? usualRowTime;

/** Measures one row after the other in a worker. */
export const measureAll = (start: () => StartedWorker, budget: number, cancelled: AbortSignal) =>
  runJobs<Measuring, Subject, Measurement>(start, cancelled, subjects, (remote, subject) =>
    remote.measure(subject, budget),
  );
