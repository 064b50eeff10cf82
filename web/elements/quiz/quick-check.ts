import { Quiz, type QuizState } from './quiz.js';
import { words } from './words/index.js';

export type QuickCheckState = QuizState;

/**
 * A quiz as a short check between paragraphs.
 *
 * @attr quiz - the id of a file in web/elements/quiz/quizzes; the default is head-width
 * @attr src - see quiz.ts
 * @attr seed, reveal, section, theme @slot @fires - see check.ts
 */
export class QuickCheck extends Quiz {
  protected override readonly usual = 'head-width';

  constructor() {
    super();
    this.quiz = this.usual;
  }

  protected override get kind() {
    return words.quickCheck;
  }
}
