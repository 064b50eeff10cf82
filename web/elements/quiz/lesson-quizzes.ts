import type { Quiz } from './question.js';

export type Quizzes = ReadonlyMap<string, Quiz>;
let quizzes: Promise<Quizzes> | undefined;
let areLoaded = false;

export const areQuizzesLoaded = () => areLoaded;

/** All quizzes by id. They are in a file of their own, loaded when an element needs it. */
export const lessonQuizzes = (): Promise<Quizzes> =>
  (quizzes ??= import('./quizzes/index.js').then(
    ({ quizzes }) => {
      areLoaded = true;
      return quizzes;
    },
    (error: unknown) => {
      quizzes = undefined; // the next call tries again
      throw error;
    },
  ));
