import { html } from 'lit';
import { plain } from '../../../lib/numbers.js';
import { word } from '../../../ui/word.js';
import type { SandboxState } from '../state.js';
import type { english } from './english-extras.js';

const columns = (n: number) => (n === 1 ? 'Die eine Spalte' : `Die ${n} Spalten`);
const times = (n: number) => (n === 1 ? 'die eine Spalte' : `die ${n} Spalten`);
const shared = (n: number, matrix: string, made: string) =>
  `${n} ${n === 1 ? 'Spalte' : 'Spalten'} von ${matrix}, die sich dieser Kopf mit anderen teilt. Aus ${from(n)} entstehen die ${made}.`;
const rows = (n: number) => (n === 1 ? 'Die eine Zeile' : `Die ${n} Zeilen`);
const from = (columns: number) => (columns === 1 ? 'ihr' : 'ihnen');

const isShared = ({ tie, heads, kvHeads }: SandboxState) =>
  tie || (kvHeads !== null && kvHeads !== heads);

/** The words of what is loaded on demand, in German. */
export const german: typeof english = {
  editor: {
    done: 'Fertig',
    whole: 'Einen ganzen Satz tippen oder einfügen',
    token: (index) => `Token ${index}`,
    tokens: 'Tokens',
    remove: (token) => html`${word(token)} entfernen`,
    addAfter: (token) => html`Nach ${word(token)} einfügen`,
    newToken: 'neu',
    undo: 'Rückgängig',
    used: (n, most, leftOut) => {
      const tokens = `${n} von ${most} Tokens`;
      if (leftOut === 0) return `${tokens}.`;
      return leftOut === 1
        ? `${tokens}; das letzte Wort fiel weg.`
        : `${tokens}; die letzten ${leftOut} Wörter fielen weg.`;
    },
    known: (token) => html`Ersetze ${word(token)} durch ein Wort, das das Modell kennt:`,
    unknown: 'keines der Wörter, die das Modell kennt',
  },

  layer: {
    layer: 'Die Schicht',
    heads: 'Köpfe',
    kvHeads: 'Key/Value-Köpfe',
    dModel: 'Zahlen pro Token, d_model',
    embeddingScale: 'Faktor der Embeddings',
    own: 'Vom trainierten Modell vorgegeben. Mit zufälligen Parametern kannst du sie ändern.',
    weights: 'Parameter',
    kinds: { trained: 'trainiert', random: 'zufällig' },
    width: (dHead) => `Jeder Kopf ist ${dHead} breit.`,
    notWhole: (dModel, heads, quotient) =>
      `${dModel} ÷ ${heads} = ${plain(quotient)} ist keine ganze Zahl.`,
  },

  explain: {
    wq: (d, { tie }) =>
      tie
        ? `${columns(d)} von W_Q, die alle Köpfe benutzen. Aus ${from(d)} entstehen die Querys.`
        : `${columns(d)} dieses Kopfes in W_Q. Aus ${from(d)} entstehen seine Querys.`,
    wk: (d, state) =>
      isShared(state)
        ? shared(d, 'W_K', 'Keys')
        : `${columns(d)} dieses Kopfes in W_K. Aus ${from(d)} entstehen seine Keys.`,
    wv: (d, state) =>
      isShared(state)
        ? shared(d, 'W_V', 'Values')
        : `${columns(d)} dieses Kopfes in W_V. Aus ${from(d)} entstehen seine Values.`,
    wo: (d, { combine, outputProjection }) =>
      !outputProjection
        ? 'Die Ausgabeprojektion ist aus, deshalb ändert W_O jetzt nichts.'
        : combine === 'sum'
          ? `${rows(d)} dieses Kopfes in W_O. Die Köpfe werden addiert, deshalb zählt das Mittel der Zeilen aller Köpfe.`
          : `${rows(d)} dieses Kopfes in W_O: was jede seiner Zahlen zur Ausgabe beiträgt.`,
    mask: () =>
      'Was zu den Scores jedes Kopfes dazukommt: 0, oder −∞, wo eine Query einen Key nicht sehen darf.',
    q: (d) => `Die Query jedes Wortes: sein Embedding mal ${times(d)} dieses Kopfes in W_Q.`,
    k: (d) => `Der Key jedes Wortes: sein Embedding mal ${times(d)} dieses Kopfes in W_K.`,
    v: (d) => `Der Value jedes Wortes: sein Embedding mal ${times(d)} dieses Kopfes in W_V.`,
    scores: () =>
      'Jede Query mal jeden Key, geteilt wie eingestellt. Zeilen sind Querys, Spalten sind Keys.',
    maskedScores: () => 'Die Scores, mit −∞, wo ein Key verdeckt ist.',
    weights: () => 'Der Softmax jeder Zeile der maskierten Scores. Die Summe jeder Zeile ist 1.',
    heads: () => 'Die Ausgabe des Kopfes für jedes Wort: seine Gewichte mal V.',
  },

  picture: {
    changed: (cells) =>
      cells === 1
        ? 'Eine Zahl der Schicht wurde von Hand geändert.'
        : `${cells} Zahlen der Schicht wurden von Hand geändert.`,
    one: 'Ein Kopf: ein Muster pro Wort.',
    distance: (mean) =>
      `Zwei Köpfe unterscheiden sich im Mittel um ${mean} nat (Jensen–Shannon; 0: gleich, 0.69: nichts gemeinsam).`,
  },

  table: {
    inAllHeads: (token) => `Das Gewicht jedes Keys für die Query „${token}“, in jedem Kopf`,
    ofHead: (head) => `Kopf ${head}: Gewichte, eine Zeile pro Query, eine Spalte pro Key`,
    head: 'Kopf',
    query: 'Query',
  },
};
