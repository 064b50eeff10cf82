import { html } from 'lit';
import type { english } from './english.js';
import { explainRun, explainVerdict, questions } from './german-explanations.js';

/** Words of shape and pattern checks, in German. */
export const german: typeof english = {
  pattern: {
    name: 'Pattern-Aufgabe',
    unknown: 'Es gibt keine Pattern-Aufgabe mit diesem Namen.',
    sizes: (sizes) => sizes.map(([name, size]) => `${name}\u00a0=\u00a0${size}`).join(', '),
    ends: (start, startShape, goal, goalShape) =>
      html`Von <code dir="ltr">${start}</code>, das ist [${startShape}], zu
        <code dir="ltr">${goal}</code>, das ist [${goalShape}].`,
    label: 'Deine Schritte, einer pro Zeile',
    run: 'Ausführen',
    first: 'Schreib erst einen Schritt.',
    restore: 'Letzte Fassung zurückholen',
    keys: 'Strg + Eingabetaste führt deine Schritte aus.',
    start: 'Womit die Schritte beginnen',
    made: 'Was deine Schritte ergeben',
    table: 'Die Shape, Achse für Achse',
    axis: 'Achse',
    yours: 'deine Schritte',
    goal: 'das Ziel',
    wrong: ' (erste falsche Achse)',
    block: (place) => `[${place}]`,
    row: (index) => `Zeile ${index}`,
    column: (index) => `Spalte ${index}`,
    misplaced: ', am falschen Platz',
    key: 'Gestrichelt umrandet: am falschen Platz.',
    leftOut: (shown, all) => `Nur ${shown} von ${all} Elementen sind zu sehen.`,
    right: 'Richtig.',
    wrongShape: 'Noch nicht: Die Shape ist falsch.',
    wrongContents: 'Noch nicht: Die Shape stimmt, aber Elemente sind am falschen Platz.',
    line: (line, column) =>
      column === null ? `Zeile ${line}:` : `Zeile ${line}, Spalte ${column}:`,
    oneWay: 'So geht es zum Beispiel:',
    explain: explainRun,
  },

  shape: {
    name: (level) => `Shape-Frage, Stufe ${level}`,
    sizes: (sizes) => sizes.map(([name, size]) => `${name}\u00a0=\u00a0${size}`).join(', '),
    label: 'Die Shape: für jede Achse eine Größe oder ein Name',
    placeholder: '[Achse 0, Achse 1, …]',
    code: 'Code zeigen',
    coreSays: (sizes) => `Der Kern hat die Shape [${sizes}] berechnet.`,
    refused: 'Diese Frage gibt es nicht.',
    anyStage: 'Eine andere Frage',
    prompt: ({ stage }) => questions[stage]!,
    explain: explainVerdict,
  },
};
