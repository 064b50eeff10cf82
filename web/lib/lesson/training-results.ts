import file from './training-results.json' with { type: 'json' };

/** What training runs gave, as `npm run reproduce` recorded it. */

export type BuildName = 'wasm' | 'native';

/** The machine on which a build was measured. */
export interface Build {
  readonly machine: string;
  /** Node's version; absent for native code. */
  readonly node?: string;
  /** 2026-11-22 */
  readonly date: string;
}

/** One model trained from each seed, for up to `steps` steps. */
export interface TrainingRun {
  readonly build: BuildName;
  readonly task: string;
  readonly numHeads: number;
  readonly steps: number;
  readonly first: number;
  readonly seeds: number;
  /** How many seeds learned the task. */
  readonly reached: number;
  /** The step at which each seed did; null for those that did not. */
  readonly reachedAt: readonly (number | null)[];
}

/** Which run is meant. The steps are needed only where there are several. */
export interface RunRequest {
  readonly build: BuildName;
  readonly task: string;
  readonly numHeads: number;
  readonly steps: number | null;
}

const runs: readonly TrainingRun[] = file.runs as readonly TrainingRun[];

/** @throws RangeError if there is no such run, or several */
export function findRun({ build, task, numHeads, steps }: RunRequest): TrainingRun {
  const found = runs.filter(
    (run) =>
      run.build === build &&
      run.task === task &&
      run.numHeads === numHeads &&
      (steps === null || run.steps === steps),
  );
  if (found.length === 1) return found[0]!;
  const known = (found.length > 1 ? found : runs.filter((run) => run.build === build)).map(
    (run) => `${run.task}, numHeads ${run.numHeads}, steps ${run.steps}`,
  );
  throw new RangeError(
    `${found.length > 1 ? 'several runs' : 'no run'} of this kind, but ${known.join('; ')}`,
  );
}

export const buildOf = ({ build }: TrainingRun): Build => file.builds[build];

/**
 * A number of a run: least, median, most, reached, oneEach, …, or `reachedAt` of a seed.
 * @throws RangeError if the run has no such number
 */
export function readRun(run: TrainingRun, read: string, seed: number | null): number {
  const value =
    seed === null
      ? (run as unknown as Readonly<Record<string, unknown>>)[read]
      : read === 'reachedAt'
        ? run.reachedAt[seed - run.first]
        : undefined;
  if (typeof value === 'number' && (seed !== null || Object.hasOwn(run, read))) return value;
  const known = Object.entries(run).filter(([, each]) => typeof each === 'number');
  const names = known.map(([name]) => name).join(', ');
  throw new RangeError(
    seed === null
      ? `this run has no ${read}, but ${names}`
      : `this run has no step of seed ${seed}`,
  );
}
