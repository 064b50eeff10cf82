import type { Finding, Glance, Model, StepReports } from '../../lib/training/service.js';
import { runNames, type RunName } from './state.js';

export type RunRecords = Readonly<Record<RunName, RunRecord>>;

/** How many runs have solved the task or diverged. */
export const countMilestones = (records: RunRecords | null): number =>
  runNames
    .flatMap((run) => [records?.[run].solvedAt, records?.[run].divergedAt])
    .filter((step) => typeof step === 'number').length;

/** All reports and measurements of a run. */
export class RunRecord {
  /** [steps] */
  readonly losses: number[] = [];
  /** [relations][steps] */
  readonly averages: readonly number[][];
  /** Sorted by step. */
  readonly glances: Glance[] = [];
  readonly findings: Finding[] = [];
  solvedAt: number | null = null;
  /** The first step whose loss was not finite. */
  divergedAt: number | null = null;

  constructor(readonly model: Model) {
    this.averages = model.relations.map(() => []);
  }

  get steps(): number {
    return this.losses.length;
  }

  add({ losses, averages, solvedAt, diverged }: StepReports) {
    const relations = this.averages.length;
    for (const [step, loss] of losses.entries()) {
      if (!Number.isFinite(loss)) break; // diverged
      this.losses.push(loss);
      for (const [r, average] of this.averages.entries()) {
        average.push(averages[step * relations + r]!);
      }
    }
    this.solvedAt ??= solvedAt;
    if (diverged) this.divergedAt ??= this.steps + 1;
  }

  /** The value at a step, or at the last step if it is earlier; null before the first step. */
  lossAt(step: number): number | null {
    return this.losses[Math.min(step, this.steps) - 1] ?? null;
  }
  averageAt(relation: number, step: number): number | null {
    return this.averages[relation]![Math.min(step, this.steps) - 1] ?? null;
  }
  /** The measurement at exactly this step, or null. */
  glanceAt(step: number): Glance | null {
    return this.glances.find((glance) => glance.step === this.#lastStep(step)) ?? null;
  }
  findingAt(step: number): Finding | null {
    return this.findings.find((finding) => finding.step === this.#lastStep(step)) ?? null;
  }
  isMeasuredAt(step: number): boolean {
    return this.glanceAt(step) !== null && this.findingAt(step) !== null;
  }
  addMeasurement(glance: Glance, finding?: Finding) {
    insert(this.glances, glance);
    if (finding) insert(this.findings, finding);
  }

  /** A run that diverged stays at the step where it diverged. */
  #lastStep(step: number): number {
    return Math.min(step, this.divergedAt ?? Infinity);
  }

  /** How many relations have a moving average of 0.99 or more. */
  learnedAt(step: number): number {
    return this.averages.filter((_, r) => (this.averageAt(r, step) ?? 0) >= 0.99).length;
  }

  /** Since which step the heads' weights have differed by more than `least`; null if they do not. */
  apartSince(least: number, at: number): number | null {
    let since: number | null = null;
    for (const { apart, step } of this.glances) {
      if (step > at) break;
      if ((apart ?? 0) <= least) since = null;
      else since ??= step;
    }
    return since;
  }
}

/** Inserts a measurement in the order of steps, and replaces one of the same step. */
function insert<Item extends { readonly step: number }>(list: Item[], item: Item) {
  let place = list.length;
  while (place > 0 && list[place - 1]!.step >= item.step) place--;
  list.splice(place, list[place]?.step === item.step ? 1 : 0, item);
}
