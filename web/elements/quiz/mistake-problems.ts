import { unitKind } from '../../lib/quantity.js';
import { computeNumber, fill, type Scope } from '../../lib/computed.js';
import { optionName } from './choices.js';
import type { DrawnQuiz } from './drawn.js';
import { outputLine } from './entries.js';
import type { Grade } from './grade.js';
import type { Quiz } from './question.js';

export type Report = (at: string, message: string) => void;

export function placeInFile(quiz: Quiz, name: string): number {
  if (quiz.type !== 'multiple-choice') return Number(name);
  return quiz.options.findIndex((_, index) => optionName(quiz, index) === name);
}

/** Each mistake must be wrong, and typing it must give its own feedback. */
export function problemsOfMistakes(quiz: Quiz, drawn: DrawnQuiz, scope: Scope, report: Report) {
  if (!('mistakes' in quiz)) return;
  try {
    if (!drawn.grade(drawn.right).isRight) report('/answer', `'${drawn.right}' is not accepted`);
  } catch (error) {
    report('/answer', (error as Error).message);
    return; // mistakes are compared with the answer
  }
  const known = new Map<string, number>();
  quiz.mistakes.forEach((mistake, index) => {
    const at = `/mistakes/${index}`;
    for (const typed of typedMistakes(quiz, index, drawn, scope)) {
      let grade: Grade;
      try {
        grade = drawn.grade(typed);
      } catch (error) {
        report(at, `'${typed}': ${(error as Error).message}`);
        continue;
      }
      if (grade.isRight) report(at, `'${grade.answerText}' is right`);
      const before = known.get(grade.answerText);
      if (before !== undefined) report(at, `'${grade.answerText}', as /mistakes/${before}`);
      known.set(grade.answerText, index);
      const own = fill(mistake.feedback, scope, drawn.value);
      if (!grade.isRight && before === undefined && grade.feedback !== own) {
        report(at, `'${grade.answerText}' gets the feedback of another mistake`);
      }
    }
  });
}

/** A mistake as a learner would type it; empty if some lines of the output may be anything. */
function typedMistakes(
  quiz: Quiz,
  index: number,
  drawn: DrawnQuiz,
  scope: Scope,
): readonly string[] {
  switch (quiz.type) {
    case 'numeric': {
      const numbers = { ...scope.numbers, answer: drawn.value as number };
      const value = computeNumber(quiz.mistakes[index]!.value, { ...scope, numbers });
      const kind = unitKind(quiz.unit);
      return [
        `${value / (kind === 'share' ? 0.01 : 1)}${{ bytes: ' B', FLOPs: ' FLOPs', share: ' %', plain: '' }[kind]}`,
      ];
    }
    case 'shape':
      return [quiz.mistakes[index]!.shape];
    case 'short-answer': {
      const { formula, words } = quiz.mistakes[index]!;
      return formula === undefined ? words : [formula];
    }
    case 'output': {
      const { lines } = quiz.mistakes[index]!;
      const isWhole = lines.length >= drawn.right.split('\n').length;
      if (!isWhole || !lines.every((line) => line !== null)) return [];
      return [lines.map((line) => outputLine(line, quiz.code, scope).text).join('\n')];
    }
    default:
      return [];
  }
}

/** Finds feedback on wrong answers that contains the right one, unless the question contains it. */
export function problemsOfFeedback(
  quiz: Quiz,
  { right, value, options }: DrawnQuiz,
  scope: Scope,
  report: Report,
) {
  const isInQuestion = Object.values(scope.numbers).includes(Number(value));
  if (
    isInQuestion ||
    right.length < 2 ||
    quiz.type === 'order' ||
    quiz.type === 'multiple-response'
  )
    return;
  const words = quiz.type === 'short-answer' && 'words' in quiz.answer ? quiz.answer.words : null;
  const wholes = (words?.filter((each) => each.length > 1) ?? [right]).map((each) =>
    each.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&'),
  );
  // Words are right in small letters and in capitals.
  const pattern = new RegExp(
    `(?<![\\w.])(?:${wholes.join('|')})(?!\\w|\\.\\d)`,
    words ? 'iu' : 'u',
  );
  const reported = (text: string) => pattern.test(text);
  const message = `contains the answer, ${right}`;
  for (const { name, feedback, isRight } of options) {
    if (!isRight && reported(feedback))
      report(`/options/${placeInFile(quiz, name)}/feedback`, message);
  }
  if (!('mistakes' in quiz)) return;
  quiz.mistakes.forEach(({ feedback }, index) => {
    if (reported(fill(feedback, scope, value))) report(`/mistakes/${index}/feedback`, message);
  });
}
