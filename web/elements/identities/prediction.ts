import type { Engine } from '../../../emscripten/package/contract.js';
import type { PredictionResult, Question, Verdict } from '../../ui/predict.js';
import { isEqual, runIdentities, type IdentitiesRun } from './run.js';
import { sizesOf } from './sizes.js';
import { canBreak, type IdentitiesState, type Identity } from './state.js';
import { words } from './words/index.js';

/** The question is about this row: which of its heads does the mistake change? */
const predictedRow: Identity = 'grouped';

/** Which option is right: no head, some, or all. */
const rightOption = (wrong: number, heads: number) => (wrong === 0 ? 0 : wrong < heads ? 1 : 2);

/** The question that waits for a guess before its switch can be used, and what came of it. */
export class IdentitiesPrediction {
  verdict: Verdict | null = null;
  #isAnswered = false;

  /** Whether a switch must wait for a guess. */
  waits(state: IdentitiesState, identity: Identity): boolean {
    return identity === predictedRow && this.question(state) !== null;
  }

  /** Null once it was answered, and where the answer can be seen. */
  question(state: IdentitiesState): Question | null {
    if (this.#isAnswered || state.broken === predictedRow || !canBreak(predictedRow, state.heads))
      return null;
    const { ask, options, act } = words.predict;
    return {
      id: predictedRow,
      ask: ask(sizesOf(state)),
      act,
      options: options.map((label) => ({ label })),
    };
  }

  /** Runs the predicted row with its mistake. @return also the state that it leads to */
  grade(
    engine: Engine,
    state: IdentitiesState,
    guess: number,
  ): { readonly result: PredictionResult; readonly next: IdentitiesState } | null {
    const answer = words.predict.options[guess];
    if (answer === undefined || this.question(state) === null) return null;
    const next = { ...state, open: predictedRow, broken: predictedRow };
    const run = runIdentities(engine, next);
    const wrong = wrongHeads(run);
    const correct = rightOption(wrong.length, state.heads) === guess;
    this.#isAnswered = true;
    this.verdict = {
      correct,
      get words() {
        const list = (isWrong: boolean) =>
          words.and(
            run.open.heads.flatMap((_, h) => (wrong.includes(h) === isWrong ? [`${h}`] : [])),
          );
        return words.predict.verdict(wrong.length, list(false), list(true));
      },
    };
    return { result: { question: `identities:${predictedRow}`, answer, correct }, next };
  }
}

/** The heads of the open row whose sides differ by more than rounding. */
const wrongHeads = ({ open }: IdentitiesRun): readonly number[] =>
  open.heads.flatMap(({ difference }, head) => (isEqual(difference) ? [] : [head]));
