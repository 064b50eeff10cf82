import type { Engine } from '../../../emscripten/package/contract.js';
import type { PredictionResult, Question, Verdict } from '../../ui/predict.js';
import { usualWidth } from './run.js';
import { dModel, type FeedForwardState } from './state.js';
import { words } from './words/index.js';

/** What SwiGLU has with its own width and with that of relu, and two wrong guesses about it. */
interface Widths {
  readonly width: number;
  readonly before: number;
  readonly after: number;
  readonly more: number;
  readonly options: readonly number[];
}

function countWidths(engine: Engine): Widths {
  const count = (dFf: number) =>
    engine.cost.parameters({ dModel, numHeads: 1, dFf, activation: 'swiglu' }).feedForward;
  const width = usualWidth(engine, 'relu');
  const [before, after] = [count(usualWidth(engine, 'swiglu')), count(width)];
  const doubled = engine.formulas.evaluate('2 * before', { before });
  const more = engine.formulas.evaluate('after / before', { after, before });
  return { width, before, after, more, options: [before, after, doubled] };
}

/** Asks how many parameters SwiGLU has with relu's width, and then sets this width. */
export class WidthPrediction {
  verdict: Verdict | null = null;

  question(engine: Engine): Question | null {
    if (this.verdict) return null;
    const { width, before, options } = countWidths(engine);
    return {
      id: 'width',
      ask: words.predict.ask(width, before),
      act: words.predict.act(width),
      options: options.map((parameters) => ({ label: String(parameters) })),
    };
  }

  /** @return also the change that shows the answer; null for no guess */
  grade(
    engine: Engine,
    guess: number,
  ): { readonly result: PredictionResult; readonly change: Partial<FeedForwardState> } | null {
    const { width, after, more, options } = countWidths(engine);
    const answer = options[guess];
    if (this.verdict || answer === undefined) return null;
    const correct = answer === after;
    this.verdict = {
      correct,
      get words() {
        return words.predict.verdict(width, after, more);
      },
    };
    return {
      result: { question: 'feed-forward:width', answer: String(answer), correct },
      change: { activation: 'swiglu', dFf: width, unit: null },
    };
  }
}
