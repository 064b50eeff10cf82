import { html } from 'lit';
import { percent, unit } from '../../../lib/numbers.js';
import { significant } from '../../../lib/significant.js';
import type { english } from './english.js';
import { separateThousands, whole } from '../../../lib/german-number.js';

/** The words of the speed panel, in German. */
export const german: typeof english = {
  question: 'Wie viel der Spitzenleistung eines Threads erreicht eine Schicht?',
  begin: 'Start',
  again: 'Neu messen',
  cancel: 'Abbrechen',
  progress: 'Gemessene Zeilen',
  rows: (done, all) => `${done} von ${all}`,
  status: {
    idle: 'Noch ist nichts gemessen.',
    cancelled: 'Abgebrochen. Diese Messung wurde verworfen.',
    done: 'Hier gemessen, gerade eben.',
  },
  step: (name, row, all) => `Zeile ${row} von ${all}: ${name}.`,
  failed: 'Die Messung ist mit einem Fehler abgebrochen.',

  caption: 'Ein Thread dieses Rechners',
  columns: { what: 'was', time: 'ein Durchlauf', speed: 'Tempo', share: 'Anteil an der Spitze' },
  missing: 'nicht gemessen',
  method:
    'Spitze: die schnellste von vier Schleifen, die nur multiplizieren und addieren, zwischen den Zeilen der Tabelle noch einmal gemessen. Ist eine Schicht schneller als alle vier, gilt ihr Tempo als Spitze. Zeit: der Median aus bis zu fünf Läufen; beim Speicher der beste. GFLOP/s: eine Milliarde Multiplikationen und Additionen pro Sekunde. Keys, die eine kausale Schicht verdeckt, zählen nicht mit. Die dünne Linie ist die Spitze.',

  subject: (subject) => {
    switch (subject.kind) {
      case 'peak':
        return { name: 'Spitze', about: 'multipliziert und addiert nur' };
      case 'memory':
        return { name: 'Speicher', about: `liest alle ${subject.bytes / 2 ** 20} MiB` };
      case 'layer': {
        const { tokens, dModel, heads, causal } = subject;
        return {
          name: `${whole(tokens)} Tokens${causal ? ', kausal' : ''}`,
          about: `${dModel} Zahlen pro Token, ${heads} Köpfe`,
        };
      }
      case 'decode':
        return {
          name: 'Ein weiteres Token',
          about: `nach ${whole(subject.tokens)}; ${subject.dModel} Zahlen pro Token, ${subject.heads} Köpfe`,
        };
    }
  },

  number: (value) => separateThousands(significant(value)),
  units: {
    microseconds: 'Mikrosekunden',
    milliseconds: 'Millisekunden',
    seconds: 'Sekunden',
    tokens: 'Tokens/s',
  },
  ofPeak: (share) => `${percent(share)} der Spitze`,
  finding: (share, tokens, perSecond) =>
    html`Eine Schicht mit ${whole(tokens)} Tokens erreicht hier <b>${percent(share)} der Spitze</b>.
      Die Spitze ist das höchste Tempo, das hier in einem Thread gemessen
      wurde.${
        perSecond === null
          ? ''
          : html` Mit ${whole(tokens)} Tokens im Cache verarbeitet sie
              <b>${unit(separateThousands(significant(perSecond)), 'Tokens pro Sekunde')}</b>.`
      }`,

  copyText: 'Als Text kopieren',
  copyJson: 'Als JSON kopieren',
  copied: 'Kopiert.',
  byHand: 'Kopiere das:',
};
