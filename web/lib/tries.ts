import { limits } from './sandbox-state.js';

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
  return wholeNumber(given, 0, limits.seed) ?? base;
}

/** A whole number from min to max, from itself or from text. */
export function wholeNumber(given: unknown, min: number, max: number): number | undefined {
  const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
  const isInside = Number.isInteger(value) && min <= (value as number) && (value as number) <= max;
  return isInside ? (value as number) : undefined;
}

/** Valid tries from anything that was stored; what cannot be read is left out. */
export function parseTries(given: unknown, seed: number, letters: number = most.letters): Tries {
  const source = fieldsOf(given);
  const answers = Array.isArray(source['answers']) ? source['answers'] : [];
  return {
    seed: parseSeed(source['seed'], seed),
    answers: answers
      .filter((answer) => typeof answer === 'string' && answer.length <= letters)
      .slice(0, most.answers),
    shown: source['shown'] === true,
  };
}

export const fieldsOf = (given: unknown): Record<string, unknown> =>
  typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};

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
