import type { Quiz } from './question.js';

export type Quizzes = ReadonlyMap<string, Quiz>;
let quizzes: Promise<Quizzes> | undefined;

/** Every quiz by its id: a file of its own, loaded where a quiz is on the page. */
export const lessonQuizzes = (): Promise<Quizzes> =>
  (quizzes ??= import('./quizzes/index.js').then(
    ({ quizzes }) => quizzes,
    (error: unknown) => {
      quizzes = undefined; // it may be tried again
      throw error;
    },
  ));
