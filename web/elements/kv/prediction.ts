import type { PredictionResult, Question, Verdict } from '../../ui/predict.js';
import { meanOf, rowOf, type Found } from './found.js';
import { compare, outcomes, type Outcome } from './outcomes.js';
import type { KvState } from './state.js';
import { words } from './words/index.js';

/** The guess before the trained layer is converted: which form loses less. */
export class KvPrediction {
  verdict: Verdict | null = null;
  #guess: Outcome | null = null;
  /** What the guess is about, until the worker has measured both. */
  predictedState: KvState | null = null;

  get isPlaced(): boolean {
    return this.#guess !== null;
  }

  question(state: KvState): Question | null {
    if (this.isPlaced) return null;
    const { ask, act, options } = words.predict;
    return {
      ...{ id: 'convert', act, ask: ask(state.kvHeads, 8 * state.kvHeads, state.latent) },
      options: outcomes.map((outcome) => ({ label: options[outcome](state.kvHeads) })),
    };
  }

  place(guess: number, state: KvState) {
    if (this.isPlaced || !outcomes[guess]) return;
    this.#guess = outcomes[guess];
    this.predictedState = state;
  }

  /** Null until both are measured. @param found  for the predicted state */
  grade(found: Found): PredictionResult | null {
    const [guess, state] = [this.#guess, this.predictedState];
    if (guess === null || !state) return null;
    const [pooled, latent] = [rowOf(found, state, 'gqa'), rowOf(found, state, 'mla')];
    if (!pooled?.accuracy || !latent?.accuracy) return null;
    this.predictedState = null;
    const means = [meanOf(pooled.accuracy), meanOf(latent.accuracy)] as const;
    const correct = compare(...means) === guess;
    const kept = [pooled.kept, latent.kept] as const;
    this.verdict = {
      correct,
      get words() {
        return words.predict.verdict(guess, means, kept);
      },
    };
    return { question: 'kv:convert', answer: guess, correct };
  }
}
