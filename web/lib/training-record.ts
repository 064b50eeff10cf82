import type { Finding, Glance, Model, Stretch } from './training.js';

/** All that a run has reported since it was made. */
export class RunRecord {
  /** [steps] */
  readonly losses: number[] = [];
  /** [relations][steps] */
  readonly averages: readonly number[][];
  readonly glances: Glance[] = [];
  readonly findings: Finding[] = [];
  solvedAt: number | null = null;
  /** The first step whose loss was no number. */
  divergedAt: number | null = null;

  constructor(readonly model: Model) {
    this.averages = model.relations.map(() => []);
  }

  get steps(): number {
    return this.losses.length;
  }

  add({ losses, averages, solvedAt, diverged }: Stretch) {
    const relations = this.averages.length;
    for (const [step, loss] of losses.entries()) {
      if (!Number.isFinite(loss)) break; // from here on there are no numbers
      this.losses.push(loss);
      for (const [r, average] of this.averages.entries()) {
        average.push(averages[step * relations + r]!);
      }
    }
    this.solvedAt ??= solvedAt;
    if (diverged) this.divergedAt ??= this.steps + 1;
  }

  /** The number at a step, or at the last one before it; null before the first. */
  lossAt(step: number): number | null {
    return this.losses[Math.min(step, this.steps) - 1] ?? null;
  }
  averageAt(relation: number, step: number): number | null {
    return this.averages[relation]![Math.min(step, this.steps) - 1] ?? null;
  }
  glanceAt(step: number): Glance | null {
    return latest(this.glances, step);
  }
  findingAt(step: number): Finding | null {
    return latest(this.findings, step);
  }

  /** How many relations have a moving average of 0.99 or more. */
  learnedAt(step: number): number {
    return this.averages.filter((_, r) => (this.averageAt(r, step) ?? 0) >= 0.99).length;
  }

  /** The first step from which on the heads' weights differ by more than `least`; null: never. */
  apartSince(least: number): number | null {
    let since: number | null = null;
    for (const { apart, step } of this.glances) {
      if ((apart ?? 0) <= least) since = null;
      else since ??= step;
    }
    return since;
  }
}

/** The last that was taken at this step or before; the first, where all came later. */
function latest<Taken extends { readonly step: number }>(
  taken: readonly Taken[],
  step: number,
): Taken | null {
  let found = taken[0] ?? null;
  for (const one of taken) if (one.step <= step) found = one;
  return found;
}
