import type { PipelineRun } from './run.js';
import { runSkipped } from './run.js';
import type { PredictionResult, Question, Verdict } from '../../ui/predict.js';
import { words } from './words/index.js';

/** Which of the options a share of misplaced numbers is. */
export const optionOf = (misplaced: number, count: number): number =>
  misplaced === 0 ? 0 : misplaced <= count / 2 ? 1 : 2;

export function question(run: PipelineRun): Question {
  const { act, ask, options } = words.predict;
  const { B, H, T, D } = run.sizes;
  return {
    id: `skip/${[B, H, T, D].join()}`,
    ask: ask(run),
    options: options.map((label) => ({ label })),
    act,
  };
}

/** Runs the reshape on elements that know where they came from. */
export function grade(
  run: PipelineRun,
  guess: number,
  difference: () => number | null,
): { readonly verdict: Verdict; readonly result: PredictionResult } {
  const { misplaced } = runSkipped(run);
  const count = run.tensors.q.data.length;
  const correct = guess === optionOf(misplaced, count);
  return {
    result: { question: 'predict:skip', answer: words.predict.options[guess] ?? '', correct },
    verdict: {
      correct,
      get words() {
        return words.predict.verdict(misplaced, count, difference());
      },
    },
  };
}
