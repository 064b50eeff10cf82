import type { english } from './english.js';

export const german: typeof english = {
  kind: (isExercise, place, of) =>
    isExercise
      ? 'Aufgabe in Python'
      : of > 1
        ? `Python-Zelle ${place} von ${of} mit gemeinsamen Variablen`
        : 'Python-Zelle',
  states: {
    never: 'noch nie ausgeführt',
    waiting: 'wartet',
    running: 'läuft',
    stopped: 'abgebrochen',
    forgotten: 'Variablen gelöscht',
  },
  ran: (run) => `Lauf ${run}`,
  edited: 'seit dem Lauf geändert',
  question: 'Python-Zelle',
  editor: (question) => `Python-Code: ${question}`,
  run: 'Ausführen',
  runAndCheck: 'Ausführen und prüfen',
  stop: 'Abbrechen',
  restore: 'Zurücksetzen',
  runAll: 'Alle ausführen',
  reset: 'Alle Variablen löschen',
  keys: 'Strg + Eingabetaste führt aus. Mit Esc und dann Tab verlässt du den Editor.',
  keysOnMac: '⌘ + Eingabetaste führt aus. Mit Esc und dann Tab verlässt du den Editor.',
  output: 'Ausgabe',
  starting: 'Python wird geladen.',
  cut: 'Der Rest der Ausgabe wird nicht gezeigt.',
  stopped:
    'Abgebrochen. Alle Variablen dieser Zellen sind weg: Führe die Zellen darüber noch einmal aus.',
  failedAt: (line) => `In Zeile ${line} ist ein Fehler.`,
  failed: 'Es gab einen Fehler.',
  done: 'Fertig.',
  above: (name) => `Die Zelle darüber definiert ${name}: Führe sie zuerst aus.`,
  below: (name) => `Eine Zelle weiter unten definiert ${name}: Führe sie zuerst aus.`,
  passes: 'Die Prüfung ist bestanden.',
  fails: 'Noch nicht.',
  showSolution: 'Eine Lösung zeigen',
  solution: 'Eine Lösung',
  recorded: 'Aufgezeichnete Ausgabe, nicht hier ausgeführt:',
  refused: 'Python läuft auf dieser Seite nicht.',
  refusedWhy:
    'Es braucht WebAssembly in einem Worker; das verweigert dieser Browser oder die Richtlinie der Seite.',
  missing: 'Eine Datei, die Python braucht, fehlt.',
  broken: 'Python wurde beendet:',
  fromLink: 'Dieser Code kam mit dem Link.',
  fromLinkAsks: 'Dieser Code kam mit dem Link. Soll er laufen?',
  fromLinkWhy:
    'Lies ihn vorher. Er läuft getrennt von dieser Seite. Er hat keinen Zugriff auf das Netz oder auf das, was hier gespeichert ist.',
  fromLinkRun: 'Diesen Code ausführen',
  unknown: 'Diese Aufgabe gibt es nicht.',
};
