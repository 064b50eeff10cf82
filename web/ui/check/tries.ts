import { limits } from '../../elements/sandbox/state.js';
import { fieldsOf, itemsOf, wholeNumber } from '../../lib/state-fields.js';

/** What a check keeps, as plain JSON. Verdicts are not kept: the core gives them again. */
export interface Tries {
  readonly seed: number;
  /** In the order in which they were given. */
  readonly answers: readonly string[];
  /** The learner asked for the answer. */
  readonly shown: boolean;
}

/**
 * When the right answer may be seen: after two wrong ones or on request after the first, on
 * request from the start, or only by finding it.
 */
export type Reveal = 'second-try' | 'any-time' | 'never';
const reveals: readonly Reveal[] = ['second-try', 'any-time', 'never'];

const most = { answers: 99, letters: 200 } as const;

export const parseReveal = (given: unknown): Reveal =>
  reveals.find((reveal) => reveal === given) ?? 'second-try';

/** A seed from anything; `base` where it is none. */
export function parseSeed(given: unknown, base: number): number {
  return wholeNumber(0, limits.seed)(given) ?? base;
}

/** Valid tries from anything that was stored; what cannot be read is left out. */
export function parseTries(given: unknown, seed: number, letters: number = most.letters): Tries {
  const source = fieldsOf(given);
  const answers = itemsOf(source['answers']) ?? [];
  return {
    seed: parseSeed(source['seed'], seed),
    answers: answers
      .filter((answer) => typeof answer === 'string')
      .filter((answer) => answer.length <= letters)
      .slice(0, most.answers),
    shown: source['shown'] === true,
  };
}

export const nextSeed = (seed: number): number => (seed + 1) % (limits.seed + 1);

/** Whether the right answer is in sight, and whether it may be asked for. */
export function progress(
  { answers, shown }: Pick<Tries, 'answers' | 'shown'>,
  isFound: boolean,
  reveal: Reveal,
): { isRevealed: boolean; mayAsk: boolean } {
  const isRevealed = isFound || (reveal !== 'never' && (shown || answers.length >= 2));
  const mayAsk = reveal === 'any-time' || (reveal === 'second-try' && answers.length > 0);
  return { isRevealed, mayAsk: mayAsk && !isRevealed };
}
