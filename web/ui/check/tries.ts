import {
  oneOf,
  readFields,
  seed as seedReader,
  text,
  type Fields,
} from '../../lib/state-fields.js';
import { listOf, storedTrue } from '../../lib/stored-fields.js';

/** The state of a check, as plain JSON. Verdicts are not stored: the core computes them again. */
export interface Tries {
  readonly seed: number;
  /** In order. */
  readonly answers: readonly string[];
  /** The learner asked for the answer. */
  readonly shown: boolean;
}

/**
 * When the right answer is shown. 'second-try': after two wrong answers, or on request after one.
 * 'any-time': on request from the start. 'never': only by solving the question.
 */
export type Reveal = 'second-try' | 'any-time' | 'never';
const reveals: readonly Reveal[] = ['second-try', 'any-time', 'never'];

const limits = { answers: 99, letters: 200 } as const;

const fields = (letters: number): Fields<Tries> => ({
  seed: ['seed', seedReader],
  answers: ['answers', listOf(text(letters), limits.answers)],
  shown: ['shown', storedTrue],
});

export const parseReveal = (input: unknown): Reveal => oneOf(...reveals)(input) ?? 'second-try';

/** Makes a valid seed from anything; `base` if it is invalid. */
export const parseSeed = (input: unknown, base: number): number => seedReader(input) ?? base;

/** Makes valid tries from anything that was stored. Invalid parts are left out. */
export const parseTries = (
  input: unknown,
  seed: number,
  letters: number = limits.letters,
): Tries => ({ seed, answers: [], shown: false, ...readFields(input, fields(letters)) });

/** Whether the right answer is shown, and whether the learner may ask for it. */
export function progress(
  { answers, shown }: Pick<Tries, 'answers' | 'shown'>,
  isSolved: boolean,
  reveal: Reveal,
): { isRevealed: boolean; canReveal: boolean } {
  const isRevealed = isSolved || (reveal !== 'never' && (shown || answers.length >= 2));
  const canReveal = reveal === 'any-time' || (reveal === 'second-try' && answers.length > 0);
  return { isRevealed, canReveal: canReveal && !isRevealed };
}
