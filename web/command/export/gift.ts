import { plainText } from '../../elements/quiz/text.js';
import { fractions } from './moodle.js';
import { writeNumber, type ExportAnswer, type ExportQuestion } from './question.js';

/** GIFT, the text format of Moodle. */
export const giftText = (questions: readonly ExportQuestion[], name: string): string =>
  [
    `$CATEGORY: $course$/top/${oneLine(name).replaceAll('/', '//')}`,
    ...questions.map(question),
  ].join('\n\n') + '\n';

const oneLine = (text: string) => text.replace(/\s+/gu, ' ').trim();

/** Signs of the format within a text. Blank lines would end the question. */
const escape = (text: string) =>
  plainText(text)
    .replace(/\\/gu, '\\\\')
    .replace(/[~=#{}:]/gu, '\\$&')
    .replace(/\r?\n/gu, '\\n');

/** Text that is not one of Moodle's markups: in the plain format, HTML tags stay text. */
function question({ id, text, code, explanation, answer }: ExportQuestion): string {
  const asked = escape([text, code].filter(Boolean).join('\n\n'));
  return `::${escape(id)}::[plain]${asked} {\n${[...answers(answer), `####${escape(explanation)}`].join('\n')}\n}`;
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
      const near = (value: number) => `${writeNumber(value)}:${writeNumber(answer.tolerance)}`;
      const wrong = answer.mistakes.map(
        (mistake) => `=%0%${near(mistake.answer)}${reason(mistake.feedback)}`,
      );
      return ['#', `=${near(answer.value)}`, ...wrong];
    }
    case 'text':
      return [
        ...answer.accepted.map((text) => `=%100%${escape(text.replaceAll('*', '\\*'))}`),
        ...answer.mistakes.flatMap((mistake) =>
          mistake.answer.map(
            (text) => `=%0%${escape(text.replaceAll('*', '\\*'))}${reason(mistake.feedback)}`,
          ),
        ),
      ];
    case 'order':
      return answer.steps.map((step, index) => `=${escape(step)} -> ${index + 1}`);
    case 'essay':
      return [];
  }
}
