import { ManyheadsError, type Engine, type PatternRun } from '../../../emscripten/package/index.js';
import { sizesFor, splitSteps, type PatternTask } from './pattern-state.js';

/** A chain of steps and its result. */
export interface CompletedRun {
  readonly chain: string;
  readonly run: PatternRun;
}

/** A chain of steps that could not be run. */
export interface FailedRun {
  readonly chain: string;
  readonly error: ManyheadsError;
}

export function runChain(
  chain: string,
  task: PatternTask,
  seed: number,
  engine: Engine,
): CompletedRun | FailedRun {
  try {
    const sizes = sizesFor(task, seed);
    const steps = splitSteps(chain).map(({ text }) => text);
    return { chain, run: engine.shapes.runPattern(steps, sizes, task.expected) };
  } catch (error) {
    if (error instanceof ManyheadsError) return { chain, error };
    throw error;
  }
}

export const isRight = ({ run }: CompletedRun): boolean => run.misplaced === 0;

/** The first axis that differs; null if there is none or if the number of axes differs. */
export function firstDifference(
  shape: readonly number[],
  expected: readonly number[],
): number | null {
  if (shape.length !== expected.length) return null;
  const axis = shape.findIndex((size, index) => size !== expected[index]);
  return axis < 0 ? null : axis;
}
