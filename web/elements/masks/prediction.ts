import type { Engine, Tensor } from '../../../emscripten/package/contract.js';
import type { PredictionResult, Question, Verdict } from '../../ui/predict.js';
import type { MasksRun } from './run.js';
import { words } from './words/index.js';

/** What can happen to weights that are not hidden: stay, all grow, or some grow and some shrink. */
const outcomes = ['same', 'grow', 'mixed'] as const;
type Outcome = (typeof outcomes)[number];

/** Asks what hiding keys does to the other weights, before the two are compared. */
export class MasksPrediction {
  verdict: Verdict | null = null;

  /** Null once it was answered, and with one key: there are no others. */
  question({ keys }: Pick<MasksRun, 'keys'>): Question | null {
    if (this.verdict || keys.length === 1) return null;
    const { ask, act, options } = words.predict;
    const labels = outcomes.map((outcome) => ({ label: options[outcome] }));
    return { id: 'hide', act, ask, options: labels };
  }

  /** Grades a guess by what hiding a key does to the weights of every row and head. */
  grade(run: MasksRun, guess: number): PredictionResult | null {
    const answer = outcomes[guess];
    if (!this.question(run) || answer === undefined) return null;
    const { engine, before } = run;
    const outcome = changeOfWeights(engine, before.scores, before.weights);
    const correct = answer === outcome;
    this.verdict = {
      correct,
      get words() {
        return words.predict.verdict;
      },
    };
    return { question: 'masks:hide', answer, correct };
  }
}

/** Rounding moves weights by less. */
const rounding = 1e-6;

/** Hides the last key of every row, and compares the weights of the others with those before. */
export function changeOfWeights({ tensor }: Engine, scores: Tensor, weights: Tensor): Outcome {
  const keys = scores.shape.at(-1)!;
  const kept = Float32Array.from({ length: keys }, (_, key) => Number(key < keys - 1));
  const after = tensor.softmax(tensor.where(kept, scores, -Infinity));
  const change = tensor.subtract(after, weights).data.filter((_, i) => kept[i % keys] === 1);
  const grew = change.some((value) => value > rounding);
  const shrank = change.some((value) => value < -rounding);
  return shrank ? 'mixed' : grew ? 'grow' : 'same';
}
