import type { Engine } from '../../../emscripten/package/contract.js';
import { unlessRefused } from '../../ui/last-run.js';
import type { PredictionResult, Question, Verdict } from '../../ui/predict.js';
import { openDesk, type Desk } from './desk.js';
import { flopText } from './format.js';
import type { CostState } from './state.js';
import { words } from './words/index.js';

type Part = 'linear' | 'pairs' | 'feedForward';
type Change = Partial<CostState>;

/** Asked once, before the FLOPs of the models are first seen. */
export class FlopPrediction {
  verdict: Verdict | null = null;
  /** The change that waits for the guess. */
  #waiting: Change | null = null;
  #isDone = false;

  /**
   * Whether a change must wait for a guess, as it shows FLOPs. Others become part of what waits.
   * @param isPossible  the core can count the model of now: else nothing is asked
   */
  waits({ view }: CostState, change: Change, isPossible: boolean): boolean {
    const showsFlops = view !== 'flops' && change.view === 'flops';
    if (showsFlops && isPossible && !this.#isDone) {
      this.#waiting = change;
      return true;
    }
    if (this.#waiting) {
      const { formula = null } = this.#waiting;
      this.#waiting = { ...this.#waiting, ...change, view: 'flops', formula };
    }
    return false;
  }

  /** The page has shown them itself. */
  skip() {
    this.#isDone = true;
    this.#waiting = null;
  }

  /** @return null also where the core refuses the model: it has to be changed first */
  question(engine: Engine, now: CostState): Question | null {
    if (!this.#waiting) return null;
    const desk = unlessRefused(
      () => askedDesk(engine, this.#next(now)),
      () => null,
    );
    if (!desk) return null;
    const { sides, state } = desk;
    const { ask, act, options } = words.predict;
    const parts = Object.keys(flopParts(sides[0]!.costs)) as Part[];
    return {
      ...{ id: `flops ${parts.join(' ')}`, act },
      ask: ask(sides[0]!.name, state.tokens, state.batch),
      options: parts.map((part) => ({ label: options[part] })),
    };
  }

  /** @return the result, and the state that may now be shown */
  grade(
    engine: Engine,
    guess: number,
    now: CostState,
  ): PredictionResult & { readonly next: CostState } {
    const next = this.#next(now);
    const { costs } = askedDesk(engine, next).sides[0]!;
    const parts = Object.entries(flopParts(costs)) as [Part, number][];
    const most = parts.reduce((one, other) => (other[1] > one[1] ? other : one));
    const [answer] = parts[guess]!;
    const correct = answer === most[0];
    this.verdict = {
      correct,
      get words() {
        const { options, part, verdict } = words.predict;
        return verdict(parts.map(([name, flops]) => part(options[name], flopText(flops))));
      },
    };
    this.skip();
    return { question: 'predict:flops', answer, correct, next };
  }

  #next = (now: CostState): CostState => ({ ...now, ...this.#waiting });
}

const askedDesk = (engine: Engine, state: CostState): Desk =>
  openDesk(engine, { ...state, phase: 'prefill', rival: null });

function flopParts({
  flops,
  derive,
}: Desk['sides'][number]['costs']): Partial<Record<Part, number>> {
  return {
    linear: derive('projections + output').value,
    pairs: derive('scores + weighted_sum').value,
    ...(flops.feedForward > 0 ? { feedForward: flops.feedForward } : {}),
  };
}
