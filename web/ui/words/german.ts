import { plain } from '../../lib/numbers.js';
import type { english } from './english.js';

/** Words that all elements share, in German. */
export const german: typeof english = {
  engine: {
    waiting: 'Der Attention-Kern wird geladen.',
    failed: 'Der Attention-Kern ließ sich nicht laden.',
    contentFailed: 'Die Fragen konnten nicht geladen werden.',
    partFailed: 'Dieser Teil der Abbildung ließ sich nicht laden.',
    unsupported:
      'Dieser Browser kann die Abbildung nicht zeigen: Sie braucht WebAssembly mit SIMD.',
    missingFile: 'Eine Datei, die die Abbildung braucht, fehlt.',
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
    seed: 'Seed',
    outOf: (part, all) => `${part} von ${all}`,
  },
  scale: {
    nothing: 'nichts',
    spokenScale: { head: 'Wurzel aus d_head', model: 'Wurzel aus d_model' },
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
      `${width} ÷ ${heads} = ${plain(quotient)}, aber die Breite eines Kopfes muss eine ganze Zahl sein. Die Abbildung zeigt noch ${shownWidth} ${shownWidth === 1 ? 'Zahl' : 'Zahlen'} und ${shown} ${shown === 1 ? 'Kopf' : 'Köpfe'}.`,
    use: (width) => `${width} nehmen`,
    failedTitle: 'Das ließ sich nicht ausführen.',
    back: 'Zurück',
  },
};
