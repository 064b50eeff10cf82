import type { Quizzes } from './lesson-quizzes.js';
import {
  fresh,
  keptProgress,
  noProgress,
  triesOf,
  withAnswer,
  withNewer,
  withTries,
  type QuizProgress,
} from './progress.js';
import type { Quiz } from './question.js';
import { chooseNext, statuses } from './retry.js';
import type { Store } from '../../lib/stored.js';
import { nextSeed, readObject } from '../../lib/state-fields.js';
import { parseTries, type Tries } from '../../ui/check/tries.js';

/** What a run shows, as plain JSON. Which questions come again is kept in the browser. */
export interface QuizSetState {
  /** The current question. Empty when all are done. */
  readonly quiz: string;
  readonly tries: Tries;
  readonly recap: boolean;
}

/** The attributes that choose the questions: ids, a topic or '', an author's file or ''. */
export interface QuizChoice {
  readonly quizzes: unknown;
  /** An attribute that was removed is null. */
  readonly topic: string | null;
  readonly src?: string | null;
}

/** A run through quizzes: which they are, what comes next, and what the learner has answered. */
export class QuizRun {
  readonly #choice: () => QuizChoice;
  readonly #kept: Store<QuizProgress>;
  #all: Quizzes | null = null;
  #progress = noProgress;
  /** What was replaced last, and by what. */
  #replaced: { readonly before: QuizProgress; readonly by: QuizProgress } | null = null;

  constructor(choice: () => QuizChoice, kept: Store<QuizProgress> = keptProgress) {
    this.#choice = choice;
    this.#kept = kept;
  }

  /** Until the quizzes are there, any question may be named. */
  open(all: Quizzes) {
    this.#all = all;
    this.readAgain();
  }

  /** Another set on the page may have written it. */
  readAgain() {
    this.#progress = this.#kept.read();
  }

  get progress(): QuizProgress {
    return this.#progress;
  }
  get canUndo(): boolean {
    return this.#replaced !== null;
  }

  get quizzes(): readonly Quiz[] {
    const { quizzes, topic, src } = this.#choice();
    const all = this.#all ?? new Map<string, Quiz>();
    const wanted = idsIn(quizzes);
    const unnamed = src ? [...all.values()] : mixTopics([...all.values()]);
    const chosen = wanted.length > 0 ? wanted.map((id) => all.get(id)) : unnamed;
    return [...new Set(chosen)].filter(
      (quiz) => quiz !== undefined && (!topic || quiz.topic === topic),
    ) as Quiz[];
  }
  get ids(): readonly string[] {
    return this.quizzes.map(({ id }) => id);
  }
  /** The ids that the author names and no quiz has. */
  get unknownIds(): readonly string[] {
    const all = this.#all;
    return all ? idsIn(this.#choice().quizzes).filter((id) => !all.has(id)) : [];
  }
  get statuses() {
    return statuses(this.ids, this.#progress.log);
  }

  /** A valid state from anything. Where it names no question of this run, the next one is asked. */
  read(input: unknown): QuizSetState {
    const { quiz, recap, tries } = readObject(input);
    const id = typeof quiz === 'string' ? quiz : '';
    const state = { quiz: id, tries: parseTries(tries, 0), recap: recap === true };
    if (!this.#all) return state;
    if (this.ids.includes(id)) return tries === undefined ? { ...state, ...this.at(id) } : state;
    return { ...state, ...this.next(null) };
  }

  /** Whether the question was missed and will come again. */
  comesAgain({ quiz, tries }: Pick<QuizSetState, 'quiz' | 'tries'>): boolean {
    return isAnswered(tries) && this.statuses.get(quiz)?.status === 'missed';
  }

  /** The question as the learner left it. */
  at(quiz: string): Pick<QuizSetState, 'quiz' | 'tries'> {
    return { quiz, tries: triesOf(this.#progress, quiz) };
  }

  /** Goes on with a question that was begun, and asks an answered one again, with new numbers. */
  again(quiz: string): Pick<QuizSetState, 'quiz' | 'tries'> {
    const { tries } = this.at(quiz);
    if (this.statuses.get(quiz)?.status === 'new') return { quiz, tries };
    return { quiz, tries: { ...fresh, seed: nextSeed(tries.seed) } };
  }

  next(current: string | null): Pick<QuizSetState, 'quiz' | 'tries'> {
    const quiz = chooseNext(this.ids, this.#progress.log, current);
    return quiz === null ? { quiz: '', tries: fresh } : this.again(quiz);
  }

  /** Keeps the tries. Looking at the answer before the first try counts as a miss. */
  keepTries({ quiz, tries: before }: QuizSetState, tries: Tries) {
    this.readAgain();
    const isGivenUp = tries.shown && tries.answers.length === 0 && !isAnswered(before);
    const kept = withTries(this.#progress, quiz, tries);
    this.#keep(isGivenUp ? withAnswer(kept, { id: quiz, missed: true }) : kept);
  }

  keepFirstAnswer(quiz: string, missed: boolean) {
    this.readAgain();
    this.#keep(withAnswer(this.#progress, { id: quiz, missed }));
  }

  replace(progress: QuizProgress) {
    this.readAgain();
    const before = this.#progress;
    this.#keep(progress);
    this.#replaced = { before, by: progress };
  }

  /** Gives back what was replaced. What another set or tab has stored since stays. */
  undo() {
    if (!this.#replaced) return;
    const { before, by } = this.#replaced;
    this.readAgain();
    this.#keep(withNewer(before, by, this.#progress));
  }

  #keep(progress: QuizProgress) {
    this.#progress = progress;
    this.#replaced = null;
    this.#kept.write(progress);
  }
}

/** The first quiz of each topic, then the second of each, and so on. */
function mixTopics(quizzes: readonly Quiz[]): readonly Quiz[] {
  const counts = new Map<Quiz['topic'], number>();
  const numbered = quizzes.map((quiz) => {
    const round = counts.get(quiz.topic) ?? 0;
    counts.set(quiz.topic, round + 1);
    return { quiz, round };
  });
  return numbered.sort((a, b) => a.round - b.round).map(({ quiz }) => quiz);
}

/** Whether the question has had its first answer, or its answer shows. */
export const isAnswered = ({ answers, shown }: Tries): boolean => answers.length > 0 || shown;

/** Values that are not text are not ids. */
export function idsIn(input: unknown): string[] {
  return toList(input)
    .filter((each) => typeof each === 'string')
    .flatMap((text) => text.split(/\s+/u))
    .filter(Boolean);
}

/** The type of the first value that is not an id, or null if all are. */
export function typeOfNoId(input: unknown): string | null {
  const wrong = toList(input).find((each) => typeof each !== 'string');
  return wrong === undefined ? null : wrong === null ? 'null' : typeof wrong;
}

/** An attribute that was removed is null. */
const toList = (input: unknown): readonly unknown[] =>
  Array.isArray(input) ? input : input === null || input === undefined ? [] : [input];
