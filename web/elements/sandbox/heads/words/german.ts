import { html, type TemplateResult } from 'lit';
import { fixed, share } from '../../../../lib/numbers.js';
import { word } from '../../../../ui/word.js';
import type { AskedRelation, HeadsAnswer, Score } from '../run.js';
import type { english } from './english.js';

const list = (heads: readonly number[], one = 'Kopf', many = 'die Köpfe') =>
  heads.length === 1
    ? `${one} ${heads[0]}`
    : `${many} ${heads.slice(0, -1).join(', ')} und ${heads.at(-1)}`;
const bold = ({ right, of }: Score) => html`<b>${right} von ${of}</b>`;
const questions: Record<AskedRelation, string> = {
  'word before': 'Wort davor?',
  subject: 'Wer saß?',
  object: 'Worauf?',
};
const relations: Readonly<Record<string, string>> = {
  'word before': 'Wort davor',
  subject: 'Subjekt',
  object: 'Objekt',
  it: '„it“',
};
const sentence = (answers: readonly HeadsAnswer[]) =>
  answers.map(
    ({ answer, relation }, i) =>
      html`${i === 0 ? '' : i === answers.length - 1 ? ' und ' : ', '}„${questions[relation]}“ mit
      ${word(answer)}`,
  );
const looks = (look: string): TemplateResult =>
  look === '' ? html`haben alle vier dasselbe Muster` : html`schauen alle vier auf ${word(look)}`;

/** The words of mh-heads, in German. */
export const german: typeof english = {
  question: 'Nimm einen Kopf weg: Was kann das Modell nicht mehr?',
  query: 'Wähle das Query-Wort',
  weightsFailed: 'Die trainierten Parameter ließen sich nicht laden.',
  openSandbox: 'Ganze Sandbox öffnen',
  controls: { headsInUse: 'Aktive Köpfe', tie: 'Alle Köpfe gleichsetzen' },
  answers: {
    sentence: (token) => html`Bei ${word(token)} sagt das Modell vorher`,
    questions,
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
      `Gewichte von Kopf ${head}: Zeilen sind Querys, Spalten sind Keys. Mit der Eingabetaste wählst du eine Zeile.`,
    key: 'jede Zeile ist eine Query; ihre Gewichte ergeben zusammen 1',
  },
  caption: {
    whole: ({ token, now, worst, look, tied }) =>
      html`Mit allen vier Köpfen beantwortet das Modell bei ${word(token)} ${bold(now)} Fragen
      richtig.
      ${
        worst
          ? html`Ohne Kopf ${worst.head} antwortet es auf „${questions[worst.answer.relation]}“ mit
            ${word(worst.answer.answer)}.`
          : ''
      }
      Mit lauter gleichen Köpfen ${looks(look)}, und es beantwortet ${bold(tied)} richtig.`,
    changed: ({ removed, heads, look, now, whole, token, wrong }) => {
      const four = look === null ? 'allen vier' : 'vier verschiedenen';
      const before = html`mit ${four} Köpfen waren es ${whole.right} von ${whole.of}`;
      if (removed.length === heads) {
        return html`Ohne Köpfe sieht kein Wort ein anderes, und das Modell kann nur raten: Es
        beantwortet bei ${word(token)} ${bold(now)} Fragen richtig; ${before}.`;
      }
      const without = `Ohne ${list(removed)}`;
      if (look !== null) {
        return html`Mit lauter gleichen Köpfen ${looks(look)}.
        ${removed.length > 0 ? `${without} beantwortet das Modell` : 'Das Modell beantwortet'} jetzt
        bei ${word(token)} ${bold(now)} Fragen richtig;
        ${
          removed.length > 0
            ? before
            : html`mit verschiedenen Köpfen waren es ${whole.right} von ${whole.of}`
        }.`;
      }
      return html`${without} beantwortet das Modell bei
      ${word(token)}${wrong.length === 0 ? ' immer noch' : ''} ${bold(now)} Fragen
      richtig${wrong.length === 0 ? '.' : html`; ${before}. Falsch beantwortet es ${sentence(wrong)}.`}`;
    },
  },
  picture: {
    note: (seed, seeds) =>
      `Trainiert mit dem Code dieser Seite, Seed ${seed}, ausgewählt aus ${seeds} Seeds, weil seine Köpfe am leichtesten zu lesen sind.`,
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
      return `${used} aktiv.${isTied ? ' Alle Köpfe sind wie Kopf 0.' : ''}`;
    },
    head: (head, keys) =>
      `Kopf ${head}: ${keys.map(({ token, key, weight }) => `${share(weight)} auf „${token}“ ${key}`).join(', ')}.`,
    score: (right, of, token) =>
      `Bei „${token}“ beantwortet das Modell ${right} von ${of} Fragen richtig.`,
    answer: ({ relation, answer, probability, wanted, isRight }) =>
      `Auf „${questions[relation]}“ antwortet es mit „${answer}“ ${share(probability)}, und das ist ${isRight ? 'richtig' : `falsch: Es ist „${wanted}“`}.`,
  },
};
