import { load } from '../../../emscripten/package/index.js';
import { Kept } from '../../lib/kept.js';
import { areQuizzesLoaded, lessonQuizzes, type Quizzes } from './lesson-quizzes.js';
import { keptProgress, parseProgress } from './progress.js';

/** The quizzes of the file at `src`; the lesson's if it is empty. */
export const quizzesFrom = (src: string): Promise<Quizzes> =>
  src === ''
    ? lessonQuizzes()
    : import('./own/own-quizzes.js').then(({ ownQuizzes }) => ownQuizzes(src, load));

export const areLoadedFrom = (src: string): boolean => src === '' && areQuizzesLoaded();

const kept = new Map<string, typeof keptProgress>();

/** Each file has its own progress, because its ids may be the lesson's too. */
export function progressOf(src: string): typeof keptProgress {
  if (src === '') return keptProgress;
  const address = URL.canParse(src, document.baseURI) ? new URL(src, document.baseURI).href : src;
  const place = `manyheads:quizzes:${address}`;
  if (!kept.has(place)) kept.set(place, new Kept(place, parseProgress));
  return kept.get(place)!;
}
