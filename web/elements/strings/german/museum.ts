import { anySize } from '../../../lib/numbers.js';
import type { Verdict } from '../../../lib/museum.js';
import type { museum as english } from '../english/museum.js';

const number = (value: number) =>
  Number.isInteger(value) ? String(value) : anySize(value).replace('.', ',');
const measuredIn = ({ measurement }: Verdict) => number(measurement?.measured ?? NaN);
const count = (n: number) => (n === 1 ? 'Ein Test ist' : `${n} Tests sind`);

export const museum: typeof english = {
  kind: (exhibit, of) => `Exponat ${exhibit} von ${of}`,
  question: 'Alle Formen sind zulässig, kein Fehler wird gemeldet. Was stimmt nicht?',
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
      'Das Orakel kennt die richtigen Ausgaben. Es steht bereit, sobald der Fehler einen Namen hat.',
    ran: (n, exposing) =>
      exposing.length === 0
        ? `${count(n)} gelaufen, nichts ist aufgefallen.`
        : `${count(n)} gelaufen. Aufgedeckt durch: ${exposing.join(', ')}.`,
  },

  verdicts: { passes: 'bestanden', exposes: 'aufgedeckt', 'cannot-run': 'läuft nicht' },
  notRun: 'nicht gelaufen',
  number,
  measured: ({ measurement, error }) => {
    if (!measurement) return error;
    const { measured, from, to } = measurement;
    return `${number(measured)}, verlangt ${bounds(from, to)}`;
  },

  naming: {
    title: 'Benenne den Fehler',
    choose: 'Welcher Fehler ist es?',
    right: (name) => `Richtig. ${name}.`,
    wrong: (name) => `Dieser nicht: ${name}.`,
    shown: (name) => `Die Antwort: ${name}.`,
    against: (test, here, there) =>
      `Dein Test „${test}“ spricht dagegen: Mit jenem Fehler gilt „${there}“, hier „${here}“.`,
    tryTest: (test) => `Von deinen Tests spricht noch keiner dagegen; „${test}“ tut es.`,
    alike:
      'Alle Tests urteilen über beide Programme gleich. Die Zahlen verraten es oder das Programm selbst.',
    numbers: (test, here, there) =>
      `„${test}“ misst ${measuredIn(there)} mit jenem Fehler, ${measuredIn(here)} hier.`,
    does: { passes: 'bestanden', exposes: 'aufgedeckt', 'cannot-run': 'läuft nicht' },
  },

  fix: {
    title: 'Die Korrektur',
    diff: 'Von diesem Programm zum richtigen, Zeile für Zeile',
    removed: 'entfernt: ',
    added: 'hinzugefügt: ',
    gap: 'Zeilen, die bleiben',
    run: 'Korrigiert ausführen',
    ran: (passed, of) =>
      passed === of
        ? `Korrigiert besteht das Programm ${of === 1 ? 'den Test' : `alle ${of} Tests`}.`
        : `Korrigiert besteht das Programm ${passed} von ${of} Tests.`,
    next: 'Nächstes Exponat',
  },

  table: {
    title: 'Was du ausgeführt hast',
    caption:
      'Zeilen sind Exponate, Spalten Tests. Wähle ein Urteil, dann steht seine Zahl darunter.',
    exhibit: 'Exponat',
    cell: (program, test, verdict) => `${program}, ${test}: ${verdict}`,
    empty: 'Führe einen Test aus, dann erscheint hier sein Urteil.',
    code: 'Der Code des Tests',
  },

  words: (n, of, named) => `${n} von ${of} Exponaten sind geprüft, ${named} benannt.`,
  row: (program, verdicts) => `${program}: ${verdicts.join('; ')}.`,
};

function bounds(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return `höchstens ${number(to!)}`;
  if (to === undefined) return `mindestens ${number(from)}`;
  return from === to ? number(from) : `${number(from)} bis ${number(to)}`;
}
