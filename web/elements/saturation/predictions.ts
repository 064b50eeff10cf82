import type { PredictionResult, Question, Verdict } from '../../ui/predict.js';
import type { Diagnosis, Repair } from './diagnosis.js';
import { words } from './words/index.js';

/** What each option of the question would change. */
const suspects = ['divisor', 'centred', 'tokens'] as const satisfies readonly Repair[];

/** The cause is the suspect without which the largest weight is smallest. */
export const causeOf = ({ runs }: Diagnosis): number => {
  const left = suspects.map((repair) => runs[repair].largest);
  return left.indexOf(Math.min(...left));
};

/** Waits for a prediction. Then all repairs are shown. */
export class SaturationPredictions {
  isSolved = false;
  verdict: Verdict | null = null;

  get question(): Question | null {
    if (this.isSolved) return null;
    const { ask, act, options } = words.case.predict;
    return { id: 'uniform', ask, act, options: options.map((label) => ({ label })) };
  }

  /** @param current  the diagnosis that is shown when the verdict is read */
  grade(diagnosis: Diagnosis, guess: number, current: () => Diagnosis): PredictionResult | null {
    const answer = words.case.predict.options[guess];
    if (this.isSolved || answer === undefined) return null;
    const correct = guess === causeOf(diagnosis);
    this.isSolved = true;
    this.verdict = {
      correct,
      get words() {
        const { divisor, 'as-is': asIs } = current().runs;
        return words.case.predict.verdict(
          words.count(Math.round(asIs.spread)),
          words.count(Math.round(divisor.spread)),
        );
      },
    };
    return { question: 'saturation:uniform', answer, correct };
  }
}
