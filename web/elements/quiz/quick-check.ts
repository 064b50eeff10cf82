import { Quiz, type QuizState } from './quiz.js';
import { words } from './words/index.js';

export type QuickCheckState = QuizState;

/**
 * A quiz as a short check in a text.
 *
 * @attr quiz - its id in web/elements/quiz/quizzes; without it head-width
 * @attr seed, reveal, section, theme @slot @fires - see check.ts
 */
export class QuickCheck extends Quiz {
  constructor() {
    super();
    this.quiz = 'head-width';
  }

  protected override get kind() {
    return words.quickCheck;
  }
}
