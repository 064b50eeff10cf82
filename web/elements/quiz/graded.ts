import type { DrawnQuiz } from './drawn.js';
import type { Grade } from './grade.js';
import { checkWords } from '../../ui/check/words/index.js';
import { words } from './words/index.js';

/** An answer and its grade. */
export interface GradedAnswer {
  readonly text: string;
  readonly grade: Grade;
}

/** A drawn question and the learner's answers to it, without texts that are not answers. */
export class GradedQuiz {
  readonly drawn: DrawnQuiz;
  readonly answers: readonly GradedAnswer[];

  constructor(drawn: DrawnQuiz, texts: readonly string[]) {
    this.drawn = drawn;
    this.answers = [...new Set(texts)].flatMap((text) => gradeText(text, drawn));
  }

  get texts(): readonly string[] {
    return this.answers.map(({ text }) => text);
  }
  get last(): GradedAnswer | undefined {
    return this.answers.at(-1);
  }
  get isSolved(): boolean {
    return this.answers.some(({ grade }) => grade.isRight);
  }

  /** The draft before the learner changes it: for steps, their initial order. */
  get initialDraft(): string {
    const { quiz, options } = this.drawn;
    return quiz.type === 'order' ? options.map(({ name }) => name).join() : '';
  }

  /** Multiple choice: all options that were tried. Multiple response: those of the last answer. */
  get tried(): readonly string[] {
    switch (this.drawn.quiz.type) {
      case 'multiple-choice':
        return this.texts;
      case 'multiple-response':
        return this.last?.text.split(',') ?? [];
      default:
        return [];
    }
  }

  /** What to do before this answer can be graded; null if it can be. */
  hintFor(answer: string): string | null {
    const { type } = this.drawn.quiz;
    const say = { ...words.hint, 'multiple-choice': checkWords.chooseFirst };
    const isChosen = type.startsWith('multiple');
    if (this.texts.includes(answer)) return isChosen ? checkWords.triedAlready : say.againTyped;
    const isUnchanged = type === 'order' && answer === this.initialDraft;
    if (!isUnchanged && answer.trim() !== '') return null;
    return isChosen || type === 'order' ? say[type as 'order'] : say.typed;
  }
}

function gradeText(text: string, { grade }: DrawnQuiz): GradedAnswer[] {
  try {
    return [{ text, grade: grade(text) }];
  } catch {
    return [];
  }
}
