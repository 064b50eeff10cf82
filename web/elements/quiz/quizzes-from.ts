import { loadEngine } from '../../lib/engine.js';
import { areQuizzesLoaded, lessonQuizzes, type Quizzes } from './lesson-quizzes.js';

/** The quizzes of the file at `src`; the lesson's if it is empty. */
export const quizzesFrom = (src: string): Promise<Quizzes> =>
  src === ''
    ? lessonQuizzes()
    : import('./own/own-quizzes.js').then(({ ownQuizzes }) => ownQuizzes(src, loadEngine));

export const areLoadedFrom = (src: string): boolean => src === '' && areQuizzesLoaded();
