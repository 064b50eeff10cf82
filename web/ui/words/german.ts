import { plain } from '../../lib/numbers.js';
import type { english } from './english.js';

const ordinals = ['erster', 'zweiter', 'dritter', 'vierter', 'fünfter', 'sechster', 'siebter'];

/** Words for the core's names of relations; the other names are words already. */
const relations: Readonly<Record<string, string>> = {
  'x[i-1]': 'eins zurück',
  'x[i-3]': 'drei zurück',
  'x[i-5]': 'fünf zurück',
  'x[0]': 'das erste',
  digit: 'die Ziffer',
  next: 'das nächste Token',
  'word before': 'das Wort davor',
  subject: 'das Subjekt',
  object: 'das Objekt',
  it: 'worauf sich „it“ bezieht',
};
export const relationName = (relation: string): string => relations[relation] ?? relation;

/** Words that all elements share, in German. */
export const german: typeof english = {
  engine: {
    waiting: 'Der Attention-Kern wird geladen.',
    failed: 'Der Attention-Kern ließ sich nicht laden.',
    contentFailed: 'Die Fragen konnten nicht geladen werden.',
    partFailed: 'Dieser Teil der Abbildung ließ sich nicht laden.',
    unsupported:
      'Dieser Browser kann die Abbildung nicht zeigen: Sie braucht WebAssembly mit SIMD.',
    missingFile: 'Eine Datei, die hier gebraucht wird, fehlt.',
    noWorker: 'Dieser Browser kann für diese Seite keinen Worker starten.',
    noWorkerWhy:
      'Die Rechnung braucht einen eigenen Thread, sonst würde die Seite einfrieren. Versuche es mit einem anderen Browser, oder öffne die Seite von einem Webserver.',
    retry: 'Noch einmal versuchen',
  },

  training: {
    failed: 'Das Training ist mit einem Fehler abgebrochen.',
  },

  figure: {
    title: (n) => `Abbildung ${n}`,
    more: 'Mehr',
    less: 'Weniger',
    reset: 'Zurücksetzen',
    table: 'Als Tabelle zeigen',
    describe: 'In Worten beschreiben',
    copyLink: 'Link kopieren',
    copied: 'Link kopiert.',
    copyByHand: 'Kopiere diesen Link:',
    saveAs: 'Speichern als…',
    embed: 'Einbetten',
    snippets: {
      frame: 'Iframe kopieren',
      element: 'Element kopieren',
      link: 'Link als HTML kopieren',
      height: 'Skript für die Iframe-Höhe kopieren',
    },
    copiedHtml: 'HTML kopiert.',
    copyHtmlByHand: 'Kopiere dieses HTML:',
    code: 'Code zu dieser Abbildung',
  },

  fields: {
    wholeNumber: (min, max) => `eine ganze Zahl von ${min} bis ${max}`,
    anyNumber: 'eine Zahl',
    notTaken: (typed, wanted) =>
      typed === '' ? `Gib ${wanted} ein.` : `${typed} geht nicht. Gib ${wanted} ein.`,
    seed: (seed) => `Seed ${seed}`,
  },
  scale: {
    nothing: 'nichts',
    spokenScale: { head: 'Wurzel aus d k', model: 'Wurzel aus d model' },
  },
  map: {
    cell: (query, key, weight) => `${query} zu ${key}: ${weight}`,
    hidden: 'verdeckt',
    changed: (cell) => `${cell}, von dir geändert`,
  },
  predict: {
    lead: 'Erst vorhersagen.',
    right: 'Wie du vorhergesagt hast.',
    wrong: 'Anders, als du vorhergesagt hast.',
    choose: 'Deine Vorhersage',
    first: 'Wähle erst eine Antwort.',
  },
  /** Why a layer cannot be run, and how to repair that. */
  problems: {
    emptyTitle: 'Keine Tokens.',
    empty: 'Tippe mindestens ein Wort, oder nimm den Satz der Lektion.',
    useSentence: (sentence) => `„${sentence}“ nehmen`,
    splitTitle: (width, heads) =>
      width === 1
        ? `1 Zahl lässt sich nicht auf ${heads} Köpfe aufteilen.`
        : `${width} Zahlen lassen sich nicht auf ${heads} Köpfe aufteilen.`,
    split: (width, heads, quotient, shownWidth, shown) =>
      `${width} ÷ ${heads} = ${plain(quotient)}, aber die Breite eines Kopfes muss eine ganze Zahl sein. Die Abbildung zeigt noch ${shownWidth} Zahlen und ${shown} ${shown === 1 ? 'Kopf' : 'Köpfe'}.`,
    use: (width) => `${width} nehmen`,
    failedTitle: 'Das ließ sich nicht ausführen.',
    back: 'Zurück',
  },
  checks: {
    kind: (name, tries) => {
      if (tries === 0) return name;
      const ordinal = ordinals[tries - 1];
      return ordinal ? `${name}, ${ordinal} Versuch` : `${name}, ${tries} Versuche`;
    },
    check: 'Prüfen',
    showAnswer: 'Antwort zeigen',
    tryAnother: 'Noch eine Frage',
    goToSection: 'Zum Abschnitt',
    chooseFirst: 'Wähle erst eine aus.',
    triedAlready: 'Das hast du schon versucht. Wähle etwas anderes.',
    yours: ', deine Antwort',
    right: ', richtig',
  },
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
