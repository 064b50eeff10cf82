import { escapeText } from '../../lib/escape-text.js';
import {
  writeNumber,
  type ExportAnswer,
  type ExportQuestion,
  type NearNumber,
} from './question.js';
import { paragraphs } from './html.js';
import { madeBy } from './made-by.js';

/** Moodle XML, which the question bank of Moodle reads. */
export function moodleXml(questions: readonly ExportQuestion[], name: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- ${madeBy} -->
<quiz>
  <question type="category">
    <category><text>$course$/top/${escapeText(name.replaceAll('/', '//'))}</text></category>
  </question>
${questions.map(question).join('\n')}
</quiz>
`;
}

const types = {
  choice: 'multichoice',
  number: 'numerical',
  text: 'shortanswer',
  order: 'matching',
  essay: 'essay',
};

function question(each: ExportQuestion): string {
  return `  <question type="${types[each.answer.kind]}">
    <name><text>${escapeText(each.id)}</text></name>
    <questiontext format="html"><text>${html(each, [each.text], each.code)}</text></questiontext>
    <generalfeedback format="html"><text>${html(each, [each.explanation])}</text></generalfeedback>
    <defaultgrade>1</defaultgrade>
    <idnumber>${escapeText(each.id)}</idnumber>
${answer(each.answer, each)}
  </question>`;
}

/** HTML as the text of an XML element. */
const html = (each: Pick<ExportQuestion, 'lang'>, texts: readonly string[], code = '') =>
  escapeText(paragraphs(each.lang, texts, code));

function answer(answer: ExportAnswer, each: ExportQuestion): string {
  const feedback = (text: string) =>
    `<feedback format="html"><text>${text && html(each, [text])}</text></feedback>`;
  const line = (fraction: string, text: string, reason: string, more = '') =>
    `    <answer fraction="${fraction}" format="moodle_auto_format"><text>${escapeText(text)}</text>${more}${feedback(reason)}</answer>`;
  switch (answer.kind) {
    case 'choice': {
      const { right, wrong } = fractions(answer);
      return [
        `    <single>${answer.isSingle}</single>`,
        '    <shuffleanswers>true</shuffleanswers>',
        '    <answernumbering>none</answernumbering>',
        ...answer.options.map(
          (option) =>
            `    <answer fraction="${option.isRight ? right : wrong}" format="html"><text>${html(each, [option.text])}</text>${feedback(option.feedback)}</answer>`,
        ),
      ].join('\n');
    }
    case 'number': {
      const near = (fraction: string, { value, tolerance }: NearNumber, reason: string) => {
        const difference = `<tolerance>${writeNumber(tolerance)}</tolerance>`;
        return line(fraction, writeNumber(value), reason, difference);
      };
      return [
        near('100', answer.right, ''),
        ...answer.mistakes.map((mistake) => near('0', mistake.answer, mistake.feedback)),
        '    <unitgradingtype>0</unitgradingtype>\n    <showunits>3</showunits>',
      ].join('\n');
    }
    case 'text':
      return [
        '    <usecase>0</usecase>',
        ...answer.accepted.map((text) => line('100', withoutWildcard(text), '')),
        ...answer.mistakes.flatMap((mistake) =>
          mistake.answer.map((text) => line('0', withoutWildcard(text), mistake.feedback)),
        ),
      ].join('\n');
    case 'order':
      return [
        '    <shuffleanswers>true</shuffleanswers>',
        ...answer.steps.map(
          (step, index) =>
            `    <subquestion format="html"><text>${html(each, [step])}</text><answer><text>${index + 1}</text></answer></subquestion>`,
        ),
      ].join('\n');
    case 'essay':
      return `    <responseformat>monospaced</responseformat>
    <responserequired>1</responserequired>
    <responsefieldlines>5</responsefieldlines>
    <attachments>0</attachments>
    <attachmentsrequired>0</attachmentsrequired>
    <graderinfo format="html"><text>${html({ lang: '' }, [], answer.right)}</text></graderinfo>
    <responsetemplate format="html"><text></text></responsetemplate>`;
  }
}

/** An asterisk stands for any text in short answers. */
const withoutWildcard = (text: string) => text.replaceAll('*', '\\*');

/** In percent. Moodle accepts only these shares: 100 / n with up to five decimals. */
export function fractions({ isSingle, options }: Extract<ExportAnswer, { kind: 'choice' }>) {
  if (isSingle) return { right: '100', wrong: '0' };
  const count = options.filter(({ isRight }) => isRight).length;
  const part = (parts: number) => String(Number((100 / parts).toFixed(5)));
  return { right: part(count), wrong: `-${part(options.length - count)}` };
}
