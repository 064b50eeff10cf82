import { anySize } from '../../../lib/numbers.js';
import { inEnglish } from '../../../ui/in-english.js';
import type { Verdict } from '../museum.js';
import type { english } from './english.js';

const number = (value: number) => (Number.isInteger(value) ? String(value) : anySize(value));
const measuredIn = ({ measurement }: Verdict) => number(measurement?.measured ?? NaN);
const count = (n: number) => (n === 1 ? 'Ein Test ist' : `${n} Tests sind`);

export const german: typeof english = {
  kind: (exhibit, of) => `Exponat ${exhibit} von ${of}`,
  question: 'Alle Shapes sind gültig, und es gibt keine Fehlermeldung. Was stimmt nicht?',
  failed: 'Die Exponate konnten nicht geladen werden.',
  choose: 'Exponat',
  exhibit: (exhibit, name) => (name === '' ? `Exponat ${exhibit}` : `Exponat ${exhibit}: ${name}`),
  correct: 'Das richtige Programm',
  program: 'Das Programm',

  tests: {
    title: 'Eigenschaften zum Prüfen',
    run: 'Gewählte Tests ausführen',
    all: 'Alle wählen',
    none: 'Wähle zuerst einen Test.',
    oracle:
      'Der letzte Test vergleicht mit der Schicht des Kerns, die die richtigen Ausgaben liefert. Du kannst ihn ausführen, sobald du den Fehler benannt hast.',
    ran: (n, exposing) =>
      exposing.length === 0
        ? `${count(n)} gelaufen. Keiner ist fehlgeschlagen.`
        : `${count(n)} gelaufen. Fehlgeschlagen: ${exposing.map((name) => `„${name}“`).join(', ')}.`,
  },

  verdicts: { passes: 'bestanden', exposes: 'fehlgeschlagen', 'cannot-run': 'läuft nicht' },
  notRun: 'nicht gelaufen',
  number,
  measured: ({ measurement, error }) => {
    if (!measurement) return inEnglish(error);
    const { measured, from, to } = measurement;
    return `${number(measured)}, erwartet ${bounds(from, to)}`;
  },

  naming: {
    title: 'Benenne den Fehler',
    choose: 'Welcher Fehler ist es?',
    right: (name) => `Richtig. ${name}.`,
    wrong: (name) => `Dieser nicht: ${name}.`,
    shown: (name) => `Die Antwort: ${name}.`,
    against: (test, here, there) =>
      `Dein Test „${test}“ schließt ihn aus: Mit diesem Fehler ${there}, hier ${here}.`,
    tryTest: (test) => `Noch keiner deiner Tests schließt ihn aus. Führe „${test}“ aus.`,
    alike:
      'Alle Tests haben bei beiden Programmen dasselbe Ergebnis. Vergleiche die Zahlen, oder lies das Programm.',
    numbers: (test, here, there) =>
      `„${test}“ misst ${measuredIn(there)} mit diesem Fehler, ${measuredIn(here)} hier.`,
    does: {
      passes: 'wird er bestanden',
      exposes: 'schlägt er fehl',
      'cannot-run': 'läuft er nicht',
    },
  },

  fix: {
    title: 'Die Korrektur',
    diff: 'Von diesem Programm zum richtigen, Zeile für Zeile',
    removed: 'entfernt: ',
    added: 'hinzugefügt: ',
    gap: 'unveränderte Zeilen',
    run: 'Korrigiertes Programm ausführen',
    ran: (passed, of) =>
      passed === of
        ? `Das korrigierte Programm besteht ${of === 1 ? 'den Test' : of === 2 ? 'beide Tests' : `alle ${of} Tests`}.`
        : `Das korrigierte Programm besteht ${passed} von ${of} Tests.`,
    next: 'Nächstes Exponat',
  },

  table: {
    title: 'Was du ausgeführt hast',
    caption:
      'Zeilen sind Exponate, Spalten sind Tests. Klicke ein Ergebnis an, dann siehst du darunter seine Zahl und den Code des Tests.',
    exhibit: 'Exponat',
    cell: (program, test, verdict) => `${program}, ${test}: ${verdict}`,
    empty: 'Führe einen Test aus, dann siehst du hier sein Ergebnis.',
    code: 'Der Code des Tests',
  },

  words: (n, of, named) =>
    `${n} von ${of} Exponaten ${n === 1 ? 'ist' : 'sind'} geprüft, ${named} benannt.`,
};

function bounds(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return `höchstens ${number(to!)}`;
  if (to === undefined) return `mindestens ${number(from)}`;
  return from === to ? number(from) : `${number(from)} bis ${number(to)}`;
}
