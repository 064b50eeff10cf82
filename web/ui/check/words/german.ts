import type { english } from './english.js';

const ordinals = 'erster zweiter dritter vierter fünfter sechster siebter achter'.split(' ');

/** The words of checks, in German. */
export const german: typeof english = {
  kind: (name, tries) => {
    if (tries === 0) return name;
    const ordinal = ordinals[tries - 1];
    return ordinal ? `${name}, ${ordinal} Versuch` : `${name}, ${tries} Versuche`;
  },
  check: 'Prüfen',
  showAnswer: 'Antwort zeigen',
  tryAnother: 'Noch eine Frage',
  goToSection: 'Zum Abschnitt',
  chooseFirst: 'Wähle erst eine Antwort aus.',
  triedAlready: 'Das hast du schon versucht. Wähle etwas anderes.',
  yours: ', deine Antwort',
  right: ', richtig',
  /** The verdict on a shape, axis by axis. */
  shape: {
    table: 'Die Antwort, Achse für Achse',
    axis: 'Achse',
    yours: 'deine Antwort',
    core: 'Shape des Kerns',
    wrong: ' (erste falsche Achse)',
    right: 'Richtig.',
    notYet: 'Noch nicht: Die Zahl der Achsen ist falsch.',
    notYetAxis: (axis) => `Noch nicht: Achse ${axis} ist falsch.`,
    unreadable: (column) => `Spalte ${column}:`,
  },
};
