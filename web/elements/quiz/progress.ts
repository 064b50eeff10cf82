import { Stored } from '../../lib/stored.js';
import type { LoggedAnswer } from './retry.js';
import { readObject, readList } from '../../lib/state-fields.js';
import { parseTries, type Tries } from '../../ui/check/tries.js';

/** The stored progress, as plain JSON. Verdicts are not stored: the core computes them again. */
export interface QuizProgress {
  /** First answers to each question, in order. */
  readonly log: readonly LoggedAnswer[];
  /** The last state of each question. */
  readonly tries: Readonly<Record<string, Tries>>;
}

export const noProgress: QuizProgress = { log: [], tries: {} };
/** Of a question that was not begun. */
export const fresh: Tries = { seed: 0, answers: [], shown: false };

const format = 'manyheads-quizzes';
const limits = { answers: 5000, quizzes: 500, letters: 60 } as const;

const isId = (input: unknown): input is string =>
  typeof input === 'string' && input.length <= limits.letters && /^[a-z][a-z0-9-]*$/u.test(input);

/** Makes valid progress from anything that was stored. Invalid parts are left out. */
export function parseProgress(input: unknown): QuizProgress {
  const { log, tries } = readObject(input);
  const entries = (readList(log, limits.answers) ?? []).map(readObject);
  const validTries = Object.entries(readObject(tries)).filter(([id]) => isId(id));
  return {
    log: entries.flatMap(({ id, missed }) => (isId(id) ? [{ id, missed: missed === true }] : [])),
    tries: Object.fromEntries(
      validTries.slice(0, limits.quizzes).map(([id, each]) => [id, parseTries(each, 0)]),
    ),
  };
}

/** An id may be 'constructor', which every object has. */
export const triesOf = ({ tries }: QuizProgress, id: string): Tries =>
  Object.hasOwn(tries, id) ? tries[id]! : fresh;

export const withTries = (progress: QuizProgress, id: string, tries: Tries): QuizProgress => ({
  ...progress,
  tries: { ...progress.tries, [id]: tries },
});

export const withAnswer = (progress: QuizProgress, answered: LoggedAnswer): QuizProgress => ({
  ...progress,
  log: [...progress.log, answered].slice(-limits.answers),
});

/** Adds to `progress` what was answered since `newer` was `older`. */
export function withNewer(
  progress: QuizProgress,
  older: QuizProgress,
  newer: QuizProgress,
): QuizProgress {
  const text = (of: QuizProgress, id: string) => JSON.stringify(triesOf(of, id));
  const changed = Object.entries(newer.tries).filter(([id]) => text(newer, id) !== text(older, id));
  return {
    log: [...progress.log, ...newer.log.slice(older.log.length)].slice(-limits.answers),
    tries: { ...progress.tries, ...Object.fromEntries(changed) },
  };
}

export const toFile = (progress: QuizProgress): string =>
  JSON.stringify({ format, version: 1, ...progress }, null, 2);

/** Null if the text is not a progress file. */
export function fromFile(text: string): QuizProgress | null {
  try {
    const input = readObject(JSON.parse(text));
    return input['format'] === format ? parseProgress(input) : null;
  } catch {
    return null;
  }
}

/** Shared by all quiz sets of the page. */
export const keptProgress = new Stored('manyheads:quizzes', parseProgress);

const ofFiles = new Map<string, typeof keptProgress>();

/** Each file has its own progress, because its ids may be the lesson's too. */
export function progressOfFile(src: string): typeof keptProgress {
  if (src === '') return keptProgress;
  const address = URL.canParse(src, document.baseURI) ? new URL(src, document.baseURI).href : src;
  const place = `manyheads:quizzes:${address}`;
  if (!ofFiles.has(place)) ofFiles.set(place, new Stored(place, parseProgress));
  return ofFiles.get(place)!;
}
