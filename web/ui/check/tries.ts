import {
  listOf,
  oneOf,
  readFields,
  seed as seedReader,
  text,
  yes,
  type Fields,
} from '../../lib/state-fields.js';

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

const fields = (letters: number): Fields<Tries> => ({
  seed: ['seed', seedReader],
  answers: ['answers', listOf(text(letters), most.answers)],
  shown: ['shown', yes],
});

export const parseReveal = (given: unknown): Reveal => oneOf(...reveals)(given) ?? 'second-try';

/** A seed from anything; `base` where it is none. */
export const parseSeed = (given: unknown, base: number): number => seedReader(given) ?? base;

/** Valid tries from anything that was stored; what cannot be read is left out. */
export const parseTries = (
  given: unknown,
  seed: number,
  letters: number = most.letters,
): Tries => ({ seed, answers: [], shown: false, ...readFields(given, fields(letters)) });

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
