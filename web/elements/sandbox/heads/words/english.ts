import { html, type TemplateResult } from 'lit';
import { fixed, plural, share } from '../../../../lib/numbers.js';
import { word } from '../../../../ui/word.js';
import type { AskedRelation, HeadsAnswer, Score } from '../run.js';

const list = (heads: readonly number[]) =>
  heads.length === 1
    ? `head ${heads[0]}`
    : `heads ${heads.slice(0, -1).join(', ')} and ${heads.at(-1)}`;
const bold = ({ right, of }: Score) => html`<b>${right} of ${of}</b>`;
const questions: Record<AskedRelation, string> = {
  'word before': 'Just before it?',
  subject: 'Who sat?',
  object: 'On what?',
};
const sentence = (answers: readonly HeadsAnswer[]) =>
  answers.map(
    ({ answer, relation }, i) =>
      html`${i === 0 ? '' : i === answers.length - 1 ? ' and ' : ', '}${word(answer)} to
      “${questions[relation]}”`,
  );
const looks = (look: string): TemplateResult =>
  look === '' ? html`all four look the same way` : html`all four look at ${word(look)}`;

/** What the caption of a changed model needs. */
export interface ChangedModel {
  readonly removed: readonly number[];
  readonly heads: number;
  /** null if the heads are not tied; empty if they look at no one word. */
  readonly look: string | null;
  readonly now: Score;
  readonly whole: Score;
  readonly token: string;
  readonly wrong: readonly HeadsAnswer[];
}

/** What the caption of the model with all its heads needs. */
export interface WholeModel {
  readonly token: string;
  readonly now: Score;
  readonly worst: { readonly head: number; readonly answer: HeadsAnswer } | null;
  readonly look: string;
  readonly tied: Score;
}

/** The words of mh-heads. */
export const english = {
  question: 'Take a head away: what breaks?',
  query: 'Choose the query word',
  weightsFailed: 'The trained parameters could not be loaded.',
  openSandbox: 'Open the full sandbox',
  controls: { headsInUse: 'Heads in use', tie: 'Make all heads the same' },
  answers: {
    sentence: (token: string): TemplateResult => html`At ${word(token)} the model predicts`,
    questions,
    nothingBefore: 'no word',
    right: 'right:',
    wrong: 'wrong:',
  },
  maps: {
    tabs: 'Heads',
    head: (head: number) => `Head ${head}`,
    removed: 'not in use',
    reading: {
      short: (relation: string, value: number) => `${relation} ${fixed(value)}`,
      long: (relation: string, value: number) =>
        `${fixed(value)} on the ${relation}, in 512 new sentences`,
    },
    name: (head: number) =>
      `Weights of head ${head}: rows are queries, columns are keys. Press Enter to choose a row.`,
    key: 'each row is a query; its weights add up to 1',
  },
  caption: {
    whole: ({ token, now, worst, look, tied }: WholeModel): TemplateResult =>
      html`With all four heads the model answers ${bold(now)} questions correctly at ${word(token)}.
      ${
        worst
          ? html`Without head ${worst.head}, its answer to “${questions[worst.answer.relation]}” is
            ${word(worst.answer.answer)}.`
          : ''
      }
      With all heads the same, ${looks(look)}, and it answers ${bold(tied)} correctly.`,
    changed: ({ removed, heads, look, now, whole, token, wrong }: ChangedModel): TemplateResult => {
      const before = html`with ${look === null ? 'all four heads' : 'four different heads'} it
      answered ${whole.right} of ${whole.of}`;
      if (removed.length === heads) {
        return html`Without any head, no word sees another, and the model can only guess: it answers
        ${bold(now)} questions correctly at ${word(token)}; ${before}.`;
      }
      const without = removed.length > 0 ? `without ${list(removed)}` : '';
      if (look !== null) {
        return html`With all heads the same, ${looks(look)}.
        ${without ? `W${without.slice(1)}, the model` : 'The model'} now answers ${bold(now)}
        questions correctly at ${word(token)};
        ${without ? before : html`with different heads it answered ${whole.right} of ${whole.of}`}.`;
      }
      return html`W${without.slice(1)} the model ${wrong.length === 0 ? 'still answers' : 'answers'}
      ${bold(now)} questions correctly at
      ${word(token)}${wrong.length === 0 ? '.' : html`; ${before}. It now answers ${sentence(wrong)}, which ${plural(wrong.length, 'is', 'are')} wrong.`}`;
    },
  },
  picture: {
    note: (seed: number, seeds: number) =>
      `Trained with the code of this page, seed ${seed}, chosen from ${seeds} seeds because its heads are the easiest to read.`,
    answers: (token: string, answers: string) => `At “${token}” the model predicts: ${answers}.`,
  },
  table: {
    answers: (token: string) => `What the model predicts at “${token}”`,
    question: 'question',
    columns: ['prediction', 'probability', 'right answer'],
    weights: (token: string) => `The weight of each word for the query “${token}”, in each head`,
    head: 'head',
  },
  describe: {
    sentence: (sentence: string, query: string) =>
      `The sentence is “${sentence}”, the query “${query}”.`,
    heads: (heads: readonly number[], isTied: boolean) => {
      const used =
        heads.length === 0
          ? 'No head is'
          : heads.length === 1
            ? `Only ${list(heads)} is`
            : `H${list(heads).slice(1)} are`;
      return `${used} in use.${isTied ? ' All heads are the same as head 0.' : ''}`;
    },
    head: (head: number, keys: readonly { token: string; key: number; weight: number }[]) =>
      `Head ${head}: ${keys.map(({ token, key, weight }) => `${share(weight)} on “${token}” ${key}`).join(', ')}.`,
    score: (right: number, of: number, token: string) =>
      `At “${token}” the model answers ${right} of ${of} questions correctly.`,
    answer: ({ relation, answer, probability, wanted, isRight }: HeadsAnswer) =>
      `To “${questions[relation]}” it answers “${answer}” ${share(probability)}, which is ${isRight ? 'right' : `wrong: it is “${wanted}”`}.`,
  },
};
