import { html } from 'lit';
import type { english, OriginFacts } from './english.js';
import type { Stage } from '../list.js';
import { word } from '../../../ui/word.js';
import { counted, plural } from '../../../lib/numbers.js';

const columns = (n: number) => counted(n, 'Spalte', 'Spalten');
const ofHead = ({ cell }: OriginFacts) =>
  cell.matrix.head === null ? '' : `, in Kopf ${cell.matrix.head}`;

export const german: typeof english = {
  question: 'Woher kommt jede einzelne Zahl?',
  place: (step, steps) => `Schritt ${step} von ${steps}`,
  ticks: 'Schritt',
  head: (head) => `Kopf ${head}`,

  titles: {
    input: () => 'Die Embeddings',
    split: () => 'Die Matrizen, und welche Spalten zu welchem Kopf gehören',
    projections: () => 'Querys, Keys und Values',
    scores: (causal) => (causal ? 'Scores, geteilt und maskiert' : 'Scores, geteilt'),
    softmax: () => 'Softmax',
    output: () => 'die Ausgabe des Kopfes',
    concat: () => 'Köpfe nebeneinander',
    sum: () => 'Köpfe addiert',
    w_o: () => 'W_O mischt die Köpfe',
    done: () => 'Fertig',
  },

  next: (stage, head) =>
    head !== null && stage === 'projections' ? `Weiter: Kopf ${head}` : `Weiter: ${short[stage]}`,
  back: 'Zurück',
  again: 'Von vorn',
  play: 'Alle abspielen',
  pause: 'Anhalten',
  pace: 'Tempo',
  paces: { slow: 'langsam', medium: 'mittel', fast: 'schnell' },

  sentences: {
    input: ({ state }) =>
      `Jedes Token ist eine Zeile aus ${state.dModel} Zahlen: das Embedding seines Wortes plus das Embedding seiner Position.`,
    split: ({ state, dHead, kvHeads }) =>
      kvHeads === state.heads
        ? `${state.dModel} ÷ ${state.heads} = ${dHead}: Jedem Kopf ${plural(dHead, 'gehört', 'gehören')} ${columns(dHead)} von wq, wk und wv. Gerechnet wird hier noch nichts.`
        : `${state.dModel} ÷ ${state.heads} = ${dHead}: Jedem Kopf ${plural(dHead, 'gehört', 'gehören')} ${columns(dHead)} von wq. Es gibt nur ${kvHeads} Key/Value-${plural(kvHeads, 'Kopf, den', 'Köpfe, die')} sich benachbarte Köpfe teilen.`,
    projections: ({ state, dHead, kvHeads }) =>
      kvHeads === state.heads
        ? `Jedes Token bekommt eine Query q, einen Key k und einen Value v. Alle drei haben je ${counted(dHead, 'Zahl', 'Zahlen')}, berechnet mit den Spalten dieses Kopfes.`
        : `q, k und v haben je ${counted(dHead, 'Zahl', 'Zahlen')}. Nur die Spalten von wq gehören diesem Kopf allein; k und v gehören allen Köpfen der Gruppe gemeinsam.`,
    scores: ({ state, dHead }) =>
      state.causal
        ? `Jede Query wird mit jedem Key multipliziert und das Ergebnis durch √${dHead} geteilt. Spätere Tokens werden dann verdeckt: Ihr Score ist −∞, also gibt ihnen der Softmax genau 0.`
        : `Jede Query wird mit jedem Key multipliziert und das Ergebnis durch √${dHead} geteilt.`,
    softmax: () =>
      'Der Softmax macht aus jeder Zeile der Scores Gewichte, die zusammen 1 ergeben: wie stark die Query jeden Key gewichtet.',
    output: () =>
      'Jedes Token bekommt das Mittel aller Values, gewichtet mit seiner Zeile der Gewichte.',
    concat: ({ state, dHead }) =>
      state.heads === 1
        ? `Die Ausgabe des Kopfes ist ${dHead} breit: wieder ${columns(dHead)}. Gemischt ist noch nichts.`
        : `Die Ausgaben der ${state.heads} Köpfe, je ${dHead} breit, kommen nebeneinander: wieder ${columns(state.heads * dHead)}. Gemischt ist noch nichts.`,
    sum: ({ dHead }) =>
      `Die Köpfe werden addiert: ${columns(dHead)}. Man sieht nicht mehr, von welchem Kopf eine Zahl kommt.`,
    w_o: ({ state }) =>
      state.variant === 'summed'
        ? 'Jede Zahl der Ausgabe wird aus allen Spalten der Summe berechnet.'
        : 'Jede Zahl der Ausgabe wird aus allen Spalten berechnet: Dieser Schritt mischt die Köpfe.',
    done: ({ state }) =>
      state.variant === 'no-output'
        ? 'Die Ausgabe hat dieselbe Shape wie die Eingabe. Ohne W_O hat jeder Kopf nur in seine eigenen Spalten geschrieben.'
        : 'Die Ausgabe hat dieselbe Shape wie die Eingabe. Wähle eine ihrer Zahlen, um zu sehen, was jeder Kopf beiträgt.',
  },

  ofHead: (name, head) => `${name}, Kopf ${head}`,
  grid: (name, head, rows, columns) =>
    `${name}${head === null ? '' : ` von Kopf ${head}`}, ${rows} mal ${columns}. Mit der Eingabetaste siehst du, woher eine Zahl kommt.`,
  gridEdit: 'Um eine Zahl zu ändern, zieh sie seitwärts oder drück Plus oder Minus.',
  cell: (row, column, value) => `${row}, ${column}: ${value}`,
  columnsOf: (head, first, last) =>
    first === last ? `${head}: Spalte ${first}` : `${head}: Spalten ${first}–${last}`,

  origin: {
    title: (value) => html`Woher ${value} kommt`,
    sentences: {
      word: ({ token, state }) =>
        html`Eine Zufallszahl aus Seed ${state.seed} und den Buchstaben von ${word(token)}.`,
      position: ({ cell }) => `Für jedes Wort an Position ${cell.row} gleich.`,
      embedding: ({ token, cell }) =>
        html`Zahl ${cell.column} im Embedding von ${word(token)}, plus Zahl ${cell.column} im
        Embedding von Position ${cell.row}.`,
      parameter: ({ state }) =>
        `Ein Parameter. Training würde ihn ändern; hier ist er zufällig, mit Seed ${state.seed}.`,
      projection: (facts) =>
        html`Das Embedding von ${word(facts.token)} mal eine Spalte von
        w${facts.cell.matrix.name}${ofHead(facts)}.`,
      score: (facts) =>
        html`Wie gut die Query von ${word(facts.token)} zum Key von ${word(facts.key)}
        passt${ofHead(facts)}.`,
      hidden: ({ token, key, state, cell }) =>
        state.causal && cell.column > cell.row
          ? html`${word(key)} kommt nach ${word(token)} und ist deshalb verdeckt, egal, wie groß der
            Score war.`
          : html`Du hast ${word(key)} für ${word(token)} verdeckt. Der Score spielt deshalb keine
            Rolle.`,
      changedWeight: ({ state }) =>
        `Ein Parameter, den du geändert hast. Vorher war er zufällig, mit Seed ${state.seed}.`,
      changedScore: (facts) =>
        html`Du hast den Score von ${word(facts.token)} für ${word(facts.key)}${ofHead(facts)}
        geändert.`,
      mask: ({ token, key, isVisible }) =>
        isVisible
          ? html`${word(token)} darf ${word(key)} sehen: Zum Score kommt nichts dazu.`
          : html`${word(token)} darf ${word(key)} nicht sehen: Zum Score kommt −∞ dazu, in jedem
            Kopf.`,
      unseen: ({ token }) =>
        html`${word(token)} darf keinen Key sehen, also sind alle seine Gewichte 0. Ein bloßer
        Softmax ergäbe NaN.`,
      weight: (facts) =>
        html`Wie viel Gewicht ${word(facts.token)} auf ${word(facts.key)} legt${ofHead(facts)}.`,
      average: ({ token, cell }) =>
        html`Spalte ${cell.column} der Values, gemittelt mit den Gewichten von ${word(token)}.`,
      copy: ({ cell, dHead }) =>
        `Übernommen: Spalte ${cell.column} gehört Kopf ${Math.floor(cell.column / dHead)}.`,
      sum: () => 'Die Zahlen, die alle Köpfe an dieser Stelle haben, addiert.',
      mixture: ({ token, cell }) =>
        html`Die Zeile von ${word(token)} mal Spalte ${cell.column} der Matrix wo.`,
      shares: ({ token }) =>
        html`Was jeder Kopf zu dieser Zahl von ${word(token)} beiträgt. Zusammen ist das die Zeile
        von combined mal diese Spalte von wo.`,
    },
    term: 'Summand',
    headTerm: (head) => `Kopf ${head}`,
    rounded: 'Nur für die Anzeige gerundet.',
  },

  listing: 'Derselbe Schritt als Code',
  listings: {
    pseudocode: 'Pseudocode',
    numpy: 'NumPy',
    pytorch: 'PyTorch',
    cpp: 'C++',
    javascript: 'JavaScript',
  },
  allHeads: 'PyTorch rechnet alle Köpfe auf einmal: Die Köpfe sind eine Achse, keine Schleife.',
  unlisted: 'Der Code konnte nicht geladen werden.',

  controls: {
    tooMany: (count, most) =>
      `Das sind ${count} Tokens. Die Abbildung hat Platz für ${most}: Lass einige weg.`,
    tokens: (most) => `Tokens, höchstens ${most}`,
    dModel: 'Breite, d_model',
    heads: 'Köpfe',
    causal: 'Spätere Tokens verdecken',
    variant: 'Variante',
    variants: {
      'multi-head': 'Multi-Head',
      grouped: 'Grouped-Query',
      summed: 'addierte Köpfe',
      'no-output': 'ohne W_O',
    },
    preset: (tokens, heads) => `„${tokens}“, ${heads} Köpfe`,
    presets: 'Beginne mit',
  },

  caption: (seed, heads, dHead) =>
    html`${counted(heads, 'Kopf', 'Köpfe')}, ${heads > 1 ? 'je ' : ''}${dHead} breit, mit zufälligen
    Matrizen, Seed ${seed}. Hier ist nichts trainiert, und alle Größen sind klein, damit du jede
    Zahl nachrechnen kannst. Größere Schichten rechnen genauso.`,
};

const short: Record<Stage, string> = {
  input: 'Embeddings',
  split: 'Matrizen',
  projections: 'Querys, Keys, Values',
  scores: 'Scores',
  softmax: 'Softmax',
  output: 'seine Ausgabe',
  concat: 'nebeneinander',
  sum: 'die Summe',
  w_o: 'W_O',
  done: 'das Ende',
};
