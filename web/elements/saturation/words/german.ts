import { html } from 'lit';
import { symbol } from '../../../ui/symbols.js';
import { whole } from '../../../lib/german-number.js';
import type { english } from './english.js';

export const german: typeof english = {
  question: 'Was bleibt gleich, wenn man die Scores teilt?',
  count: whole,
  nothing: 'nichts',
  spokenScale: {
    'sqrt-d-head': 'Wurzel aus d_head',
    'sqrt-d-model': 'Wurzel aus d_model',
    none: 'nichts',
  },
  progress: (share) => `${share} gezogen`,

  controls: {
    width: 'Breite eines Kopfes',
    divisor: 'Scores teilen durch',
    draws: 'Ziehungen von q und k',
    again: 'Neu ziehen',
  },

  histogram: {
    title: `Scores von ${whole(1024)} Querys mit je 16 Keys`,
    note: 'Oben: eine Achse für alle drei. Unten: der Bereich von −4 bis +4, nach dem Teilen. Jedes obere Histogramm hat seinen eigenen Maßstab in der Höhe. Scores jenseits der Achse sind nicht gezeichnet. σ ist die Standardabweichung.',
    undivided: 'ungeteilt',
    divided: (root) => `geteilt durch ${root}`,
    spread: 'σ =',
  },

  chart: {
    title: 'Die Gewichte nach dem Softmax',
    note: (error) =>
      html`Mittelwerte über ${whole(1024)} Querys bei jeder Breite. In den Bändern liegen 8 von 10
      Querys. ${symbol('d_model')} ist 8 × ${symbol('d_head')}. Bei neuen Ziehungen ändert sich ein
      Mittelwert um etwa ${error}. Die Zahlen rechts gelten für Breite 512.`,
    largest: 'Größtes Gewicht',
    entropy: 'Entropie einer Zeile, nat',
    trace: 'Spur der Jacobi-Matrix',
    uniform: 'alle gleich',
  },

  row: {
    title: (dHead) => `Eine Zeile Gewichte bei Breite ${dHead}: eine Query, drei Divisoren`,
    note: 'Diese Query wurde gewählt, weil ihr größtes Gewicht ohne Teilen dem Mittelwert am nächsten ist.',
    scores: 'Scores',
    divided: (scale, divisor) => (scale === 'none' ? 'ungeteilt' : `durch ${divisor}`),
    facts: ['Standard\u00adabweichung', 'größtes', 'Entropie', 'Spur'],
    scoreKey: 'Scores',
    weightKey: 'Gewichte',
  },

  case: {
    title: 'Finde den Fehler: Fast jedes Gewicht ist 0 oder 1, obwohl die Scores geteilt wurden',
    setup: () =>
      html`Eingaben und Matrizen sind aus <i class="word">U</i>[0, 1) gezogen, wie in einem
        Tutorial: ${symbol('d_model')} ist 100, es sind fünf Köpfe der Breite 20 und 16 Tokens, und
        die Scores sind durch √20 geteilt. Wo liegt der Fehler?`,
    row: (mean, spread) =>
      `Die 16 Scores einer Query von Kopf 0 und ihre Gewichte. Alle Köpfe: Mittelwert ${mean}, Standardabweichung innerhalb einer Zeile ${spread}.`,
    weight: (score) => `${score}: Gewicht`,
    table: 'Die Schicht nach jeder Änderung',
    columns: [
      'die Schicht',
      'Mittelwert',
      'Standard\u00adabweichung',
      'größtes',
      'Entropie',
      'Spur',
    ],
    repairs: {
      'as-is': 'Wie sie ist',
      divisor: 'Durch √100 teilen, nicht √20',
      tokens: 'Nur 4 Tokens',
      centred: 'Matrizen um 0: U(−0.5, 0.5)',
      small: 'und klein: Standardabweichung 1/√100',
      inputs: 'und Eingaben um 0, Standardabweichung 1',
    },
    predict: {
      ask: 'Welche Änderung macht die Attention-Gewichte gleichmäßiger?',
      options: [
        'Ein größerer Divisor: √100 statt √20',
        'Matrizen um 0 statt von 0 bis 1',
        'Weniger Tokens: 4 statt 16',
      ],
      act: 'Prüfen',
      verdict: (spread, divided) =>
        `Der Divisor ist nicht die Ursache: Alle Zahlen sind positiv. Ein Score addiert 20 Produkte von etwa 25 × 25, und nichts hebt sich auf. Durch √20 geteilt haben die Scores einer Zeile noch eine Standardabweichung von ${spread}, durch √100 geteilt von ${divided}. Die Regel braucht Zahlen um 0 mit einer Standardabweichung von 1.`,
    },
  },

  caption: (found) =>
    html`Ohne Teilen wächst das größte von 16 Gewichten von ${found.first} bei Breite 8
      ${found.chosen && html`auf <b>${found.chosen}</b> bei ${found.width} und`} auf
      <b>${found.last}</b> bei 512. Teilt man die Scores durch √${symbol('d_head')}, bleibt es bei
      <b>${found.right}</b>. Teilt man sie durch √${symbol('d_model')}, sind die Gewichte fast
      gleich: Ihre Entropie bei ${found.width} ist ${found.wrong} von höchstens ${found.uniform}
      nat.`,

  table: {
    caption: 'Scores und Gewichte bei jeder Breite',
    corner: 'Breite eines Kopfes',
    spreads: ['Standardabweichung der Scores', 'Standardabweichung nach dem Teilen'],
    scales: {
      'sqrt-d-head': 'durch √d_head geteilt',
      'sqrt-d-model': 'durch √d_model geteilt',
      none: 'ungeteilt',
    },
  },

  describe: {
    width: (dHead, spread, divided) =>
      `Bei Breite ${dHead} haben die Scores eine Standardabweichung von ${spread}, nach dem Teilen durch die Wurzel aus ${dHead} von ${divided}.`,
    chosen: (dHead, divisor) =>
      `Gewählt: Breite ${dHead}, geteilt durch ${divisor}. Mittelwerte bei dieser Breite:`,
    scale: (divisor, largest, entropy, trace) =>
      `Geteilt durch ${divisor}: größtes Gewicht ${largest}, Entropie ${entropy} nat, Spur der Jacobi-Matrix ${trace}.`,
    case: (mean, spread, largest) =>
      `In der Schicht mit dem Fehler haben die Scores einen Mittelwert von ${mean} und innerhalb einer Zeile eine Standardabweichung von ${spread}, und das größte Gewicht ist im Mittel ${largest}.`,
  },
};
