import type { Quiz } from '../../lib/quiz.js';
import headWidth from './head-width.json';

/** Every quiz by its id. Tests hold each file to quiz.schema.json, which this cast relies on. */
export const quizzes: ReadonlyMap<string, Quiz> = new Map(
  [headWidth as Quiz].map((quiz) => [quiz.id, quiz]),
);
