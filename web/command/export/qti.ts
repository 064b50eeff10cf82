import { escapeText } from '../../lib/escape-text.js';
import { paragraphs } from './html.js';
import { writeNumber, type ExportAnswer, type ExportQuestion } from './question.js';

/** QTI 1.2: one assessment with one section. */
export function qtiXml(questions: readonly ExportQuestion[], name: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<questestinterop>
  <assessment ident="manyheads-${escapeText(name)}" title="${escapeText(name)}">
    <section ident="questions">
${questions.map(item).join('\n')}
    </section>
  </assessment>
</questestinterop>
`;
}

/** A rule: if the condition holds, this score and this feedback. */
interface Rule {
  readonly condition: string;
  readonly score: number;
  readonly feedback: string;
  /** Whether the rules after it are looked at too. */
  readonly goesOn?: boolean;
}

interface Parts {
  readonly responses: string;
  readonly rules: readonly Rule[];
}

function item(each: ExportQuestion): string {
  const { responses, rules } = parts(each.answer, each);
  const lang = each.lang ? ` xml:lang="${escapeText(each.lang)}"` : '';
  const conditions = rules.map(({ condition, score, feedback, goesOn }, index) =>
    [
      `          <respcondition continue="${goesOn ? 'Yes' : 'No'}"><conditionvar>${condition}</conditionvar>`,
      `<setvar varname="SCORE" action="${goesOn ? 'Add' : 'Set'}">${writeNumber(score)}</setvar>`,
      feedback
        ? `<displayfeedback feedbacktype="Response" linkrefid="feedback-${index + 1}"/>`
        : '',
      '</respcondition>',
    ].join(''),
  );
  const feedbacks = rules.flatMap(({ feedback }, index) =>
    feedback
      ? [
          `        <itemfeedback ident="feedback-${index + 1}">${material(each, feedback)}</itemfeedback>`,
        ]
      : [],
  );
  const processing =
    rules.length === 0
      ? []
      : [
          '        <resprocessing>',
          '          <outcomes><decvar varname="SCORE" vartype="Decimal" minvalue="0" maxvalue="100" defaultval="0"/></outcomes>',
          ...conditions,
          '        </resprocessing>',
        ];
  return [
    `      <item ident="${escapeText(each.id)}" title="${escapeText(each.id)}"${lang}>`,
    metadata(each.answer),
    '        <presentation>',
    `          ${material(each, each.text, each.code)}`,
    responses,
    '        </presentation>',
    ...processing,
    ...feedbacks,
    `        <itemfeedback ident="general_fb"><solution><solutionmaterial>${material(each, each.explanation)}</solutionmaterial></solution></itemfeedback>`,
    '      </item>',
  ].join('\n');
}

/** What Canvas and others read the type from. */
function metadata(answer: ExportAnswer): string {
  const types = {
    choice:
      answer.kind === 'choice' && !answer.isSingle
        ? 'multiple_answers_question'
        : 'multiple_choice_question',
    ...{ number: 'numerical_question', text: 'short_answer_question' },
    ...{ order: 'matching_question', essay: 'essay_question' },
  };
  const field = (label: string, entry: string) =>
    `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${entry}</fieldentry></qtimetadatafield>`;
  return `        <itemmetadata><qtimetadata>${field('question_type', types[answer.kind])}${field('points_possible', '1')}</qtimetadata></itemmetadata>`;
}

const material = ({ lang }: Pick<ExportQuestion, 'lang'>, text: string, code = '') =>
  `<material><mattext texttype="text/html">${escapeText(paragraphs(lang, text ? [text] : [], code))}</mattext></material>`;

const equals = (respondent: string, value: string) =>
  `<varequal respident="${respondent}">${escapeText(value)}</varequal>`;
const label = (index: number) => `answer-${index + 1}`;

function parts(answer: ExportAnswer, each: ExportQuestion): Parts {
  switch (answer.kind) {
    case 'choice':
      return choice(answer, each);
    case 'number': {
      const near = (value: number) => {
        const [low, high] = [value - answer.tolerance, value + answer.tolerance].map(writeNumber);
        return `<vargte respident="response">${low}</vargte><varlte respident="response">${high}</varlte>`;
      };
      return {
        responses:
          '          <response_num ident="response" rcardinality="Single" numtype="Decimal"><render_fib fibtype="Decimal" rows="1"/></response_num>',
        rules: [
          { condition: `<and>${near(answer.value)}</and>`, score: 100, feedback: '' },
          ...answer.mistakes.map((mistake) => ({
            condition: `<and>${near(mistake.answer)}</and>`,
            score: 0,
            feedback: mistake.feedback,
          })),
        ],
      };
    }
    case 'text': {
      const any = (texts: readonly string[]) =>
        `<or>${texts.map((text) => equals('response', text)).join('')}</or>`;
      return {
        responses: textField,
        rules: [
          { condition: any(answer.accepted), score: 100, feedback: '' },
          ...answer.mistakes.map((mistake) => ({
            ...{ condition: any(mistake.answer), score: 0, feedback: mistake.feedback },
          })),
        ],
      };
    }
    case 'order':
      return ordering(answer.steps, each);
    case 'essay':
      return { responses: textField.replace('rows="1"', 'rows="5"'), rules: [] };
  }
}

const textField =
  '          <response_str ident="response" rcardinality="Single"><render_fib fibtype="String" rows="1"/></response_str>';

function choice(
  { isSingle, options }: Extract<ExportAnswer, { kind: 'choice' }>,
  each: ExportQuestion,
): Parts {
  const labels = options.map(
    ({ text }, index) =>
      `            <response_label ident="${label(index)}">${material(each, text)}</response_label>`,
  );
  const all = options.map(({ isRight }, index) => {
    const chosen = equals('response', label(index));
    return isRight ? chosen : `<not>${chosen}</not>`;
  });
  const ofOption = options.map(({ isRight, feedback }, index) => ({
    condition: equals('response', label(index)),
    score: isSingle && isRight ? 100 : 0,
    feedback,
    ...(isSingle ? {} : { goesOn: true }),
  }));
  return {
    responses: [
      `          <response_lid ident="response" rcardinality="${isSingle ? 'Single' : 'Multiple'}"><render_choice shuffle="Yes">`,
      ...labels,
      '          </render_choice></response_lid>',
    ].join('\n'),
    rules: isSingle
      ? ofOption
      : [...ofOption, { condition: `<and>${all.join('')}</and>`, score: 100, feedback: '' }],
  };
}

/** Each step is matched with its place. */
function ordering(steps: readonly string[], each: ExportQuestion): Parts {
  const places = steps.map(
    (_, index) =>
      `<response_label ident="${label(index)}">${material({ lang: '' }, String(index + 1))}</response_label>`,
  );
  return {
    responses: steps
      .map(
        (step, index) =>
          `          <response_lid ident="step-${index + 1}" rcardinality="Single">${material(each, step)}<render_choice>${places.join('')}</render_choice></response_lid>`,
      )
      .join('\n'),
    rules: steps.map((_, index) => ({
      condition: equals(`step-${index + 1}`, label(index)),
      score: 100 / steps.length,
      ...{ feedback: '', goesOn: true },
    })),
  };
}
