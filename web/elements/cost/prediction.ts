import type { Engine } from '../../../emscripten/package/contract.js';
import type { PredictionResult, Question, Verdict } from '../../ui/predict.js';
import { openDesk, type Desk } from './desk.js';
import { flopText } from './format.js';
import type { CostState } from './state.js';
import { words } from './words/index.js';

type Part = 'linear' | 'pairs' | 'feedForward';

/** Asked once, before the FLOPs of the models are first seen. */
export class FlopPrediction {
  verdict: Verdict | null = null;
  /** What waits for the guess. */
  next: CostState | null = null;
  #isDone = false;

  /** Whether the view of FLOPs must wait for a guess. */
  waits(now: CostState, next: CostState): boolean {
    if (this.#isDone || now.view === 'flops' || next.view !== 'flops') return false;
    this.next = next;
    return true;
  }

  /** The page has shown them itself. */
  skip() {
    this.#isDone = true;
    this.next = null;
  }

  question(engine: Engine): Question | null {
    if (!this.next) return null;
    const { sides, state } = asked(engine, this.next);
    const { ask, act, options } = words.predict;
    return {
      ...{ id: 'flops', act },
      ask: ask(sides[0]!.name, state.tokens, state.batch),
      options: Object.keys(flopParts(sides[0]!.costs)).map((part) => ({
        label: options[part as Part],
      })),
    };
  }

  grade(engine: Engine, guess: number): PredictionResult & { readonly next: CostState } {
    const next = this.next!;
    const { costs } = asked(engine, next).sides[0]!;
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
}

const asked = (engine: Engine, state: CostState): Desk =>
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
