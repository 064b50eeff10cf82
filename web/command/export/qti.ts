import { createHash } from 'node:crypto';
import { escapeText } from '../../lib/escape-text.js';
import { paragraphs } from './html.js';
import { madeBy } from './made-by.js';
import {
  writeNumber,
  type ExportAnswer,
  type ExportQuestion,
  type NearNumber,
} from './question.js';

/** How a file of QTI is written. */
export interface QtiOptions {
  /**
   * Whether wrong answers that people type have their reasons. As rules without points, they are
   * what the standard says, but Canvas takes the answer of any rule for a right one.
   */
  readonly withMistakes: boolean;
}

/** QTI 1.2: one assessment with one section. */
export function qtiXml(
  questions: readonly ExportQuestion[],
  name: string,
  options: QtiOptions = { withMistakes: true },
): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- ${madeBy} -->
<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2">
  <assessment ident="${identOf(name)}" title="${escapeText(name)}">
    <section ident="root_section">
${questions.map((each) => item(each, options)).join('\n')}
    </section>
  </assessment>
</questestinterop>
`;
}

/** An identifier for a file's name, in letters, digits and hyphens. No two names have the same. */
export function identOf(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z\d]+/gu, '-');
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `manyheads-${plain}-${hash}`.replace(/-{2,}/gu, '-');
}

/** A rule: if the condition holds, this score or this feedback. Without a score, others follow. */
interface Rule {
  readonly condition: string;
  readonly score?: number;
  /** Adds to the score, and others follow. */
  readonly adds?: boolean;
  readonly feedback?: string;
}

interface Parts {
  readonly responses: string;
  readonly rules: readonly Rule[];
}

function item(each: ExportQuestion, options: QtiOptions): string {
  const { responses, rules } = parts(each.answer, each, options);
  const lang = each.lang ? ` xml:lang="${escapeText(each.lang)}"` : '';
  return [
    `      <item ident="${escapeText(each.id)}" title="${escapeText(each.id)}"${lang}>`,
    metadata(each.answer),
    '        <presentation>',
    `          ${material(each, each.text, each.code)}`,
    responses,
    '        </presentation>',
    '        <resprocessing>',
    '          <outcomes><decvar varname="SCORE" vartype="Decimal" minvalue="0" maxvalue="100" defaultval="0"/></outcomes>',
    respcondition({ condition: '<other/>' }, 'general_fb'),
    ...rules.map((rule, index) => respcondition(rule, rule.feedback ? feedbackIdent(index) : '')),
    '        </resprocessing>',
    itemfeedback('general_fb', each, each.explanation),
    ...rules.flatMap(({ feedback }, index) =>
      feedback ? [itemfeedback(feedbackIdent(index), each, feedback)] : [],
    ),
    '      </item>',
  ].join('\n');
}

const feedbackIdent = (index: number) => `answer-${index + 1}_fb`;

function respcondition({ condition, score, adds = false }: Rule, feedback: string): string {
  const goesOn = score === undefined || adds;
  return [
    `          <respcondition continue="${goesOn ? 'Yes' : 'No'}"><conditionvar>${condition}</conditionvar>`,
    score === undefined
      ? ''
      : `<setvar varname="SCORE" action="${adds ? 'Add' : 'Set'}">${writeNumber(score)}</setvar>`,
    feedback ? `<displayfeedback feedbacktype="Response" linkrefid="${feedback}"/>` : '',
    '</respcondition>',
  ].join('');
}

const itemfeedback = (ident: string, each: ExportQuestion, text: string) =>
  `        <itemfeedback ident="${ident}">${material(each, text)}</itemfeedback>`;

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

const response = 'response1';
const equals = (respondent: string, value: string) =>
  `<varequal respident="${respondent}">${escapeText(value)}</varequal>`;
const label = (index: number) => `answer-${index + 1}`;

function parts(answer: ExportAnswer, each: ExportQuestion, { withMistakes }: QtiOptions): Parts {
  switch (answer.kind) {
    case 'choice':
      return choice(answer, each);
    case 'number': {
      const near = ({ value, tolerance }: NearNumber) => {
        const [low, high] = [value - tolerance, value + tolerance].map(writeNumber);
        return `<or>${equals(response, writeNumber(value))}<and><vargte respident="${response}">${low}</vargte><varlte respident="${response}">${high}</varlte></and></or>`;
      };
      return typed(near(answer.right), withMistakes ? answer.mistakes : [], near, 'Decimal');
    }
    case 'text': {
      const any = (texts: readonly string[]) =>
        `<or>${texts.map((text) => equals(response, text)).join('')}</or>`;
      return typed(any(answer.accepted), withMistakes ? answer.mistakes : [], any, 'String');
    }
    case 'order':
      return ordering(answer.steps, each);
    case 'essay':
      return { responses: field('String', 5), rules: [] };
  }
}

const field = (type: 'String' | 'Decimal', rows = 1) =>
  `          <response_str ident="${response}" rcardinality="Single"><render_fib fibtype="${type}" rows="${rows}"/></response_str>`;

function typed<Answer>(
  right: string,
  mistakes: readonly { readonly answer: Answer; readonly feedback: string }[],
  conditionOf: (answer: Answer) => string,
  type: 'String' | 'Decimal',
): Parts {
  return {
    responses: field(type),
    rules: [
      { condition: right, score: 100 },
      ...mistakes.map(({ answer, feedback }) => ({
        ...{ condition: conditionOf(answer), score: 0, feedback },
      })),
    ],
  };
}

/** First what each option shows, then what is right. */
function choice(
  { isSingle, options }: Extract<ExportAnswer, { kind: 'choice' }>,
  each: ExportQuestion,
): Parts {
  const labels = options.map(
    ({ text }, index) =>
      `            <response_label ident="${label(index)}">${material(each, text)}</response_label>`,
  );
  const chosen = options.map((_, index) => equals(response, label(index)));
  const all = options.map(({ isRight }, index) =>
    isRight ? chosen[index] : `<not>${chosen[index]}</not>`,
  );
  const right = options.findIndex(({ isRight }) => isRight);
  return {
    responses: [
      `          <response_lid ident="${response}" rcardinality="${isSingle ? 'Single' : 'Multiple'}"><render_choice shuffle="Yes">`,
      ...labels,
      '          </render_choice></response_lid>',
    ].join('\n'),
    rules: [
      ...options.map(({ feedback }, index) => ({ condition: chosen[index]!, feedback })),
      { condition: isSingle ? chosen[right]! : `<and>${all.join('')}</and>`, score: 100 },
    ],
  };
}

/** Each step is matched with its place. */
function ordering(steps: readonly string[], each: ExportQuestion): Parts {
  const places = steps.map(
    (_, index) =>
      `<response_label ident="${label(index)}"><material><mattext>${index + 1}</mattext></material></response_label>`,
  );
  const step = (index: number) => `response_${index + 1}`;
  return {
    responses: steps
      .map(
        (text, index) =>
          `          <response_lid ident="${step(index)}" rcardinality="Single">${material(each, text)}<render_choice>${places.join('')}</render_choice></response_lid>`,
      )
      .join('\n'),
    rules: steps.map((_, index) => ({
      ...{ condition: equals(step(index), label(index)), score: 100 / steps.length, adds: true },
    })),
  };
}
