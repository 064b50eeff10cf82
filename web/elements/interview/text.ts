import type { words as interviewWords } from './words/index.js';
import { noAttempt, type Attempts, type InterviewQuestion } from './state.js';

type Words = typeof interviewWords;

/** The questions and attempts as text, for copying. Model answers only if they were shown. */
export const interviewText = (
  questions: readonly InterviewQuestion[],
  attempts: Attempts,
  words: Words,
): string => questions.map((question) => questionText(question, attempts, words)).join('\n\n\n');

function questionText(
  { id, question, answer, points }: InterviewQuestion,
  attempts: Attempts,
  { text, ratings, model }: Words,
): string {
  const { note, shown, named, rating } = attempts[id] ?? noAttempt;
  const listPoints = (heading: string, test: (point: number) => boolean) => {
    const selected = points.filter((_, point) => test(point));
    return selected.length > 0
      ? [[heading, ...selected.map((each) => `- ${each}`)].join('\n')]
      : [];
  };
  return [
    question,
    ...(note.trim() === '' ? [] : [`${text.mine}\n${note.trim()}`]),
    ...(rating === null ? [] : [text.rating(ratings[rating])]),
    ...(shown
      ? [
          `${model}:\n${answer.join('\n\n')}`,
          ...listPoints(text.named, (point) => named.includes(point)),
          ...listPoints(text.notNamed, (point) => !named.includes(point)),
        ]
      : []),
  ].join('\n\n');
}
