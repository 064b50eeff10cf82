import type { Quiz } from '../../lib/quiz.js';
import forwardSteps from './forward-steps.json';
import gqaCache from './gqa-cache.json';
import headWidth from './head-width.json';
import printSplit from './print-split.json';
import scoreDivisor from './score-divisor.json';
import weightsShape from './weights-shape.json';
import twiceTheHeads from './twice-the-heads.json';

/** Every quiz by its id. Tests hold each file to quiz.schema.json, which this cast relies on. */
export const quizzes: ReadonlyMap<string, Quiz> = new Map(
  (
    [
      headWidth,
      weightsShape,
      scoreDivisor,
      twiceTheHeads,
      printSplit,
      gqaCache,
      forwardSteps,
    ] as unknown[] as Quiz[]
  ).map((quiz) => [quiz.id, quiz]),
);
