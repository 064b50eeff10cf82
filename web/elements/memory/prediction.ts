import type { Engine } from '../../../emscripten/package/contract.js';
import { fixed } from '../../lib/numbers.js';
import type { PredictionResult, Question, Verdict } from '../../ui/predict.js';
import { longSizes, type LongResult } from './long-run.js';
import { words } from './words/index.js';

const ratios = [1, 2, 4, 16] as const;

/** The guess that comes before the long run: how many times as many bytes Plain moves as tiles. */
export class MemoryPrediction {
  verdict: Verdict | null = null;
  #guess: (typeof ratios)[number] | null = null;

  get isPlaced(): boolean {
    return this.#guess !== null;
  }

  question(): Question | null {
    if (this.isPlaced) return null;
    const { ask, options } = words.predict;
    return {
      id: 'long-run',
      act: words.traffic.run(longSizes.tokens),
      ask: ask(longSizes),
      options: ratios.map((ratio) => ({ label: options[ratio] })),
    };
  }

  place(guess: number) {
    this.#guess ??= ratios[guess] ?? null;
  }

  /** Grades the guess once both have run: the ratio nearest to the measured one is right. */
  grade({ formulas }: Engine, results: readonly LongResult[]): PredictionResult | null {
    const moved = (name: string) => {
      const result = results.find(({ schedule }) => schedule === name);
      return result && result.read + result.written;
    };
    const [plain, tiled] = [moved('plain'), moved('tiled')];
    if (!this.#guess || this.verdict || !plain || !tiled) return null;
    const ratio = formulas.evaluate('plain / tiled', { plain, tiled });
    const distance = (of: number) => Math.abs(Math.log2(of / ratio));
    const nearest = [...ratios].sort((a, b) => distance(a) - distance(b))[0];
    const correct = this.#guess === nearest;
    this.verdict = {
      correct,
      get words() {
        const { large, predict } = words;
        return predict.verdict(large(plain), large(tiled), fixed(ratio, 1));
      },
    };
    return { question: 'memory:long-run', answer: String(this.#guess), correct };
  }
}
