import { html, type TemplateResult } from 'lit';
import { fixed, share } from '../../../../lib/numbers.js';
import { word } from '../../../../lib/word.js';
import type { Asked, HeadsAnswer, Score } from '../run.js';
import type { english } from './english.js';

const list = (heads: readonly number[], one = 'Kopf', many = 'die Köpfe') =>
  heads.length === 1
    ? `${one} ${heads[0]}`
    : `${many} ${heads.slice(0, -1).join(', ')} und ${heads.at(-1)}`;
const bold = ({ right, of }: Score) => html`<b>${right} von ${of}</b>`;
const clauses: Record<Asked, string> = {
  'word before': 'das Wort davor',
  subject: 'wer sitzt',
  object: 'worauf',
};
const relations: Readonly<Record<string, string>> = {
  'word before': 'Wort davor',
  subject: 'Subjekt',
  object: 'Objekt',
  it: '„it“',
};
const says = (answers: readonly HeadsAnswer[]) =>
  answers.map(
    ({ answer, relation }, i) =>
      html`${i === 0 ? '' : i === answers.length - 1 ? ' und ' : ', '}${word(answer)} bei
      „${clauses[relation]}“`,
  );
const looks = (look: string): TemplateResult =>
  look === ''
    ? html`schauen alle vier auf dieselbe Weise`
    : html`schauen alle vier auf ${word(look)}`;

/** The words of mh-heads, in German. */
export const german: typeof english = {
  question: 'Ein Kopf fällt weg: Was geht kaputt?',
  query: 'Wähle das Query-Wort',
  weightsFailed: 'Die trainierten Gewichte ließen sich nicht laden.',
  openSandbox: 'Ganze Sandbox öffnen',
  controls: { headsInUse: 'Aktive Köpfe', tie: 'Gleiche Gewichte in jedem Kopf' },
  answers: {
    says: (token) => html`Bei ${word(token)} sagt das Modell vorher`,
    questions: { 'word before': 'Wort davor?', subject: 'Wer sitzt?', object: 'Worauf?' },
    nothingBefore: 'kein Wort',
    right: 'richtig:',
    wrong: 'falsch:',
  },
  maps: {
    tabs: 'Köpfe',
    head: (head) => `Kopf ${head}`,
    removed: 'nicht aktiv',
    reading: {
      short: (relation, value) => `${relations[relation] ?? relation} ${fixed(value)}`,
      long: (relation, value) =>
        `${relations[relation] ?? relation} ${fixed(value)}, in 512 neuen Sätzen`,
    },
    name: (head) =>
      `Gewichte von Kopf ${head}: Zeilen schauen auf Spalten. Mit der Eingabetaste wählst du eine Zeile als Query.`,
    key: 'Zeilen schauen auf Spalten; jede Zeile ergibt 1',
  },
  caption: {
    whole: ({ token, now, worst, look, tied }) =>
      html`Mit vier Köpfen beantwortet das Modell bei ${word(token)} ${bold(now)} Fragen.
      ${
        worst
          ? html`Ohne Kopf ${worst.head} sagt es ${word(worst.answer.answer)} bei
            „${clauses[worst.answer.relation]}“.`
          : ''
      }
      Mit gleichen Gewichten ${looks(look)}, und es beantwortet ${bold(tied)}.`,
    changed: ({ removed, heads, look, now, whole, token, wrong }) => {
      const own = look === null ? '' : ' und eigenen Gewichten';
      const before = html`mit allen vier Köpfen${own} waren es ${whole.right} von ${whole.of}`;
      if (removed.length === heads) {
        return html`Ohne Köpfe sieht kein Wort ein anderes, und das Modell kann nur raten: Es
        beantwortet bei ${word(token)} ${bold(now)} Fragen; ${before}.`;
      }
      const without = `Ohne ${list(removed)}`;
      if (look !== null) {
        return html`Mit gleichen Gewichten in jedem Kopf ${looks(look)}.
        ${removed.length > 0 ? `${without} beantwortet das Modell` : 'Das Modell beantwortet'} jetzt
        bei ${word(token)} ${bold(now)} Fragen;
        ${
          removed.length > 0
            ? before
            : html`mit eigenen Gewichten waren es ${whole.right} von ${whole.of}`
        }.`;
      }
      return html`${without} beantwortet das Modell bei
      ${word(token)}${wrong.length === 0 ? ' immer noch' : ''} ${bold(now)}
      Fragen${wrong.length === 0 ? '.' : html`; ${before}. Es sagt ${says(wrong)}.`}`;
    },
  },
  picture: {
    note: (seed, seeds) =>
      `Trainiert vom Kern der Lektion, Seed ${seed}, ausgewählt aus ${seeds} Seeds, weil seine Köpfe am leichtesten zu lesen sind.`,
    answers: (token, answers) => `Bei „${token}“ sagt das Modell vorher: ${answers}.`,
  },
  table: {
    answers: (token) => `Was das Modell bei „${token}“ vorhersagt`,
    question: 'Frage',
    columns: ['Vorhersage', 'Wahrscheinlichkeit', 'richtige Antwort'],
    weights: (token) => `Das Gewicht jedes Wortes für die Query „${token}“, in jedem Kopf`,
    head: 'Kopf',
  },
  describe: {
    sentence: (sentence, query) => `Der Satz ist „${sentence}“, die Query „${query}“.`,
    heads: (heads, isTied) => {
      const used =
        heads.length === 0
          ? 'Kein Kopf ist'
          : heads.length === 1
            ? `Nur ${list(heads)} ist`
            : `${list(heads, 'Kopf', 'Die Köpfe')} sind`;
      return `${used} aktiv.${isTied ? ' Alle Köpfe haben die Gewichte von Kopf 0.' : ''}`;
    },
    head: (head, keys) =>
      `Kopf ${head}: ${keys.map(({ token, key, weight }) => `${share(weight)} auf „${token}“ ${key}`).join(', ')}.`,
    score: (right, of, token) => `Bei „${token}“ beantwortet das Modell ${right} von ${of} Fragen.`,
    answer: ({ relation, answer, probability, wanted, isRight }) =>
      `Auf die Frage „${clauses[relation]}“ sagt es „${answer}“ ${share(probability)}, und das ist ${isRight ? 'richtig' : `falsch: Es ist „${wanted}“`}.`,
  },
};
