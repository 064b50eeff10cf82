import type { Quiz } from './question.js';

export type Quizzes = ReadonlyMap<string, Quiz>;
let quizzes: Promise<Quizzes> | undefined;

/** All quizzes by id. They are in a file of their own, loaded when an element needs it. */
export const lessonQuizzes = (): Promise<Quizzes> =>
  (quizzes ??= import('./quizzes/index.js').then(
    ({ quizzes }) => quizzes,
    (error: unknown) => {
      quizzes = undefined; // the next call tries again
      throw error;
    },
  ));
