import { plainText } from '../../elements/quiz/text.js';
import { madeBy } from './made-by.js';
import { fractions } from './moodle.js';
import {
  writeNumber,
  type ExportAnswer,
  type ExportQuestion,
  type NearNumber,
} from './question.js';

/** GIFT, the text format of Moodle. */
export const giftText = (questions: readonly ExportQuestion[], name: string): string =>
  [
    `// ${madeBy}`,
    `$CATEGORY: $course$/top/${oneLine(name).replaceAll('/', '//')}`,
    ...questions.map(question),
  ].join('\n\n') + '\n';

const oneLine = (text: string) => text.replace(/\s+/gu, ' ').trim();

/** Signs of the format within a text. Blank lines would end the question. */
const escape = (text: string) => {
  const escaped = plainText(text)
    .replace(/\\/gu, '\\\\')
    .replace(/[~=#{}:]/gu, '\\$&')
    .replace(/\r?\n/gu, '\\n');
  // Without a format of its own, the text could begin with one, or with the weight of an answer.
  return /^\s*(\[(html|moodle|plain|markdown)\]|%)/u.test(escaped) ? plain + escaped : escaped;
};

/** Text that is not one of Moodle's markups: in this format, HTML tags stay text. */
const plain = '[plain]';

/** Moodle reads answers with -> as pairs to be matched, and splits each at its first ->. */
const withoutArrow = (text: string, instead = '→') => text.replaceAll('->', instead);

const textsOf = (answer: ExportAnswer): readonly string[] => {
  if (answer.kind === 'order') return answer.steps;
  if (answer.kind !== 'text') return [];
  return [
    ...answer.accepted,
    ...answer.mistakes.flatMap(({ answer, feedback }) => [...answer, feedback]),
  ];
};

/** What another system shows or accepts in another way than ours. */
export const giftNotes = (questions: readonly ExportQuestion[]): readonly string[] =>
  questions
    .filter(({ answer }) => textsOf(answer).some((text) => text.includes('->')))
    .map(({ id, answer }) =>
      answer.kind === 'order'
        ? `${id}: -> is written as →, because GIFT separates pairs with ->`
        : `${id}: learners must type > instead of ->, because GIFT separates pairs with ->`,
    );

function question({ id, text, code, explanation, answer }: ExportQuestion): string {
  const asked = escape([text, code].filter(Boolean).join('\n\n')).replace(/^\[plain\]/u, '');
  return `::${escape(id)}::${plain}${asked} {\n${[...answers(answer), `####${escape(explanation)}`].join('\n')}\n}`;
}

const reason = (feedback: string) => (feedback ? `#${escape(feedback)}` : '');

function answers(answer: ExportAnswer): string[] {
  switch (answer.kind) {
    case 'choice': {
      const { right, wrong } = fractions(answer);
      const mark = (isRight: boolean) => {
        if (answer.isSingle) return isRight ? '=' : '~';
        return `~%${isRight ? right : wrong}%`;
      };
      return answer.options.map(
        ({ text, isRight, feedback }) => mark(isRight) + escape(text) + reason(feedback),
      );
    }
    case 'number': {
      const near = ({ value, tolerance }: NearNumber) =>
        `${writeNumber(value)}:${writeNumber(tolerance)}`;
      const wrong = answer.mistakes.map(
        (mistake) => `=%0%${near(mistake.answer)}${reason(mistake.feedback)}`,
      );
      return ['#', `=${near(answer.right)}`, ...wrong];
    }
    case 'text': {
      // An asterisk stands for any text, unless a backslash is before it.
      const typed = (text: string) => escape(withoutArrow(text.replaceAll('*', '\\*'), '*>'));
      return [
        ...answer.accepted.map((text) => `=%100%${typed(text)}`),
        ...answer.mistakes.flatMap((mistake) =>
          mistake.answer.map(
            (text) => `=%0%${typed(text)}${reason(withoutArrow(mistake.feedback))}`,
          ),
        ),
      ];
    }
    case 'order':
      return answer.steps.map((step, index) => `=${escape(withoutArrow(step))} -> ${index + 1}`);
    case 'essay':
      return [];
  }
}
