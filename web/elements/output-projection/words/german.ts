import { html, type TemplateResult } from 'lit';
import { symbol } from '../../../ui/symbols.js';
import { inWords } from '../../../lib/german-number.js';
import { anySize, counted, fixed, plural } from '../../../lib/numbers.js';
import type { english } from './english.js';

type Text = string | TemplateResult;

const wo = symbol('W_O');
const range = (first: number, last: number) =>
  first === last ? `${first}` : `${first} bis ${last}`;
const own = (n: number) => (n === 1 ? 'eigene Spalte' : `eigenen ${n} Spalten`);

export const german: typeof english = {
  question: (heads) =>
    heads === 1
      ? 'Wie wird aus einem Kopf die Ausgabe?'
      : `Wie wird aus ${inWords(heads)} Köpfen eine Ausgabe?`,
  head: (head) => `Kopf ${head}`,
  leftOut: 'weggelassen',
  sideBySide: 'Die Köpfe nebeneinander',
  rowsOf: (first, last) => (first === last ? `Zeile ${first}` : `Zeilen ${first}–${last}`),
  noWo: () => html`Kein ${wo}`,
  titles: {
    cut: () => html`${wo}, nach Zeilen zerschnitten`,
    adds: 'Was jeder Kopf beiträgt',
    length: (token) => html`zu ${token}, Länge`,
    atOnce: (): Text => html`auf einmal: nebeneinander × ${wo}`,
    atOnceAlone: 'die Köpfe nebeneinander',
    sum: (heads) =>
      heads === 1
        ? 'das eine Produkt: die Ausgabe'
        : heads === 2
          ? 'beide addiert: die Ausgabe'
          : `alle ${inWords(heads)} addiert: die Ausgabe`,
  },
  difference: (count) => `Größter Unterschied der ${count} Zahlen`,
  step: (largest, step) =>
    `Die größte Ausgabe ist ${largest}. In ihrer Nähe liegen benachbarte float32-Zahlen ${step} auseinander.`,
  scales: { heads: 'Köpfe', wo: () => wo, products: 'Produkte und Ausgabe' },

  names: {
    combined: 'Die Köpfe nebeneinander',
    block: (head) => `Ausgabe von Kopf ${head}`,
    slice: (head) => `Zeilen von W_O für Kopf ${head}`,
    product: (head) => `Was Kopf ${head} beiträgt`,
    output: 'Ausgabe auf einmal',
    sum: 'Summe der Produkte',
  },
  grid: (name, rows, columns) =>
    `${name}, ${rows} mal ${columns}. Mit der Eingabetaste wird eine Zahl erklärt.`,
  cell: (row, column, value) => `${row}, Spalte ${column}: ${value}`,

  panel: {
    title: (column, token, value) =>
      html`Spalte ${column} von ${token}: Warum ist sie <span dir="ltr">${value}</span>?`,
    headTitle: (head, dHead) =>
      html`Kopf ${head}: seine ${counted(dHead, 'Zahl', 'Zahlen')} mal ${dHead}
      ${plural(dHead, 'Zeile', 'Zeilen')} von ${wo}`,
    values: (head, token) => html`Kopf ${head} von ${token}`,
    weights: (column) => html`${wo}, Spalte ${column}`,
    products: 'multipliziert',
    sum: 'Summe',
    copied: (column, head, at) =>
      `Nichts wird multipliziert. Spalte ${column} ist eine Kopie von Zahl ${at} in Kopf ${head}.`,
    added: (heads) =>
      heads === 1 ? 'Der eine Kopf' : `Die ${inWords(heads)} Köpfe, nacheinander addiert`,
    columns: { head: 'Kopf', adds: 'Beitrag', soFar: 'bis dahin' },
    output: 'Ausgabe',
  },

  reach: {
    title: (columns) =>
      html`Ohne ${wo}: Welche der ${columns} Spalten der Ausgabe erreicht ein Kopf noch?`,
    explanation: (tokens, most) =>
      `Jeder Balken zeigt, wie stark sich die Spalte ohne den Kopf ändert (quadratisches Mittel über ${counted(tokens, 'Wort', 'Wörter')}). Alle Balken haben denselben Maßstab. Der höchste ist ${most}.`,
    withWo: () => html`Mit ${wo}`,
    withoutTitle: () => html`Ohne ${wo}`,
    without: (dHead) => html`Ohne ${wo}: Jeder Kopf erreicht nur seine ${own(dHead)}`,
    hidden: 'Das siehst du nach deiner Vorhersage.',
  },

  controls: {
    word: 'Wort',
    column: 'Spalte der Ausgabe',
    head: 'Kopf erklären',
    leaveOut: 'Kopf weglassen',
    none: 'keiner',
    removeWo: 'W_O entfernen',
    tokens: (most) => `Tokens, höchstens ${most}`,
    tooMany: (count, most) =>
      `Das sind ${count} Tokens. Die Abbildung hat Platz für ${most}: Lass einige weg.`,
    weights: 'Parameter',
    kinds: { trained: 'trainiert', random: 'zufällig' },
    heads: 'Köpfe',
    dModel: 'Breite, d_model',
  },

  predict: {
    ask: (head, columns) =>
      html`Wie viele der ${columns} Spalten der Ausgabe kann Kopf ${head} ohne ${wo} noch ändern?`,
    act: 'W_O entfernen',
    verdict: (head, reached, columns) =>
      html`Ohne ${wo} erreicht Kopf ${head} noch ${reached.length} der ${columns}
      Spalten${reached.length > 0 ? `: ${range(reached[0]!, reached.at(-1)!)}` : ''}.
      ${reached.length < columns ? 'Kein anderer Kopf erreicht diese.' : ''}`,
  },

  caption: {
    sum: (heads, difference) =>
      html`${heads === 1 ? 'Bei einem Kopf ist sein Produkt' : `Die ${inWords(heads)} Produkte ergeben zusammen`}
        das Produkt der Köpfe nebeneinander mit ${wo}; der größte Unterschied ist
        <b>${anySize(difference)}</b>.`,
    alone: (dHead) =>
      html`Ohne ${wo} werden die Köpfe nicht gemischt: Jeder füllt seine
        ${plural(dHead, 'eigene', 'eigenen')} <b>${dHead}</b> ${plural(dHead, 'Spalte', 'Spalten')}
        und trägt zu allen anderen 0 bei.`,
    lengths: (token, sum, right, one, heads) =>
      heads === 1
        ? ''
        : html`Bei ${token} ist ihre Summe ${fixed(sum, 1)} lang. Stünden sie rechtwinklig
          zueinander, wäre die Summe ${fixed(right, 1)} lang; zeigten alle in dieselbe Richtung,
          ${fixed(one, 1)}.`,
    leftOut: (head, token, moved) =>
      html`Kopf ${head} ist weggelassen: Die Ausgabe von ${token} hat sich um
        <b>${fixed(moved, 1)}</b> verschoben.`,
    origin: {
      trained: (seed) =>
        `Die Parameter sind die des trainierten Modells dieser Lektion, mit Seed ${seed}.`,
      random: (seed) => `Die Parameter sind zufällig, mit Seed ${seed}. Nichts ist trainiert.`,
    },
  },

  problems: {
    unknownTitle: (tokens) =>
      `Das trainierte Modell kennt ${tokens.map((token) => `„${token}“`).join(', ')} nicht.`,
    unknown: 'Es wurde mit wenigen Wörtern trainiert. Mit zufälligen Parametern geht jedes Wort.',
    useRandom: 'Zufällige Parameter nehmen',
    untrained: 'Die trainierten Parameter konnten nicht geladen werden.',
  },

  table: {
    added: 'Was jeder Kopf zur gewählten Zahl beiträgt',
    lengths: 'Länge',
    output: 'Die Ausgabe',
    corner: 'Wort',
    headCorner: 'Kopf',
  },

  describe: {
    sizes: (tokens, heads, dHead, columns) =>
      `${tokens}: ${counted(heads, 'Kopf,', 'Köpfe, je')} ${dHead} breit, und eine Ausgabe mit ${columns} Spalten.`,
    removed: 'W_O ist entfernt: Die Ausgabe besteht aus den Köpfen nebeneinander.',
    head: (head, length) => `Kopf ${head} trägt einen Vektor der Länge ${length} bei.`,
    chosen: (column, token, value, adds) => `Spalte ${column} von ${token} ist ${value}: ${adds}.`,
    adds: (head, value) => `Kopf ${head} trägt ${value} bei`,
  },
};
