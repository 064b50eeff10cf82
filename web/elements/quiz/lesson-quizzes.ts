import type { Quiz } from './question.js';

export type Quizzes = ReadonlyMap<string, Quiz>;
let quizzes: Promise<Quizzes> | undefined;
let areLoaded = false;
let ofLesson: ReadonlySet<Quiz> = new Set();

export const areQuizzesLoaded = () => areLoaded;

/** Whether the build made it, and not a file from outside. */
export const isOfLesson = (quiz: Quiz) => ofLesson.has(quiz);

/** All quizzes by id. They are in a file of their own, loaded when an element needs it. */
export const lessonQuizzes = (): Promise<Quizzes> =>
  (quizzes ??= import('./quizzes/index.js').then(
    ({ quizzes }) => {
      areLoaded = true;
      ofLesson = new Set(quizzes.values());
      return quizzes;
    },
    (error: unknown) => {
      quizzes = undefined; // the next call tries again
      throw error;
    },
  ));
