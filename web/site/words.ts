/** Words of the page, by their name in `data-say`. `#` is the number in `data-number`. */
const english = {
  skip: 'Skip to the content',
  contents: 'Contents',
  chapters: 'Chapters',
  labs: 'Labs',
  allLabs: 'All labs',
  docs: 'Docs',
  isRead: 'read',
  next: 'Next:',
  backTo: 'Back to',
  backToChapter: 'Back to chapter',
  minute: '# minute',
  minutes: '# minutes',
  difficulty1: 'easy',
  difficulty2: 'medium',
  difficulty3: 'hard',
  withDerivation: 'with a derivation',
  copy: 'Copy',
  pageMissing: 'This page could not be loaded. Check your connection.',
  tryAgain: 'Try again',
  settings: 'Settings',
  theme: 'Theme',
  system: 'Same as the system',
  light: 'Light',
  dark: 'Dark',
  figures: 'Figures',
  numbers: 'All numbers in the heat maps',
  still: 'No animations',
  language: 'Language of the figures',
};

export type SiteWords = typeof english;

const german: SiteWords = {
  skip: 'Zum Inhalt springen',
  contents: 'Inhalt',
  chapters: 'Kapitel',
  labs: 'Labore',
  allLabs: 'Alle Labore',
  docs: 'Doku',
  isRead: 'gelesen',
  next: 'Weiter:',
  backTo: 'Zurück zu',
  backToChapter: 'Zurück zu Kapitel',
  minute: '# Minute',
  minutes: '# Minuten',
  difficulty1: 'leicht',
  difficulty2: 'mittel',
  difficulty3: 'schwer',
  withDerivation: 'mit Herleitung',
  copy: 'Kopieren',
  pageMissing: 'Diese Seite konnte nicht geladen werden. Prüfe deine Verbindung.',
  tryAgain: 'Noch einmal versuchen',
  settings: 'Einstellungen',
  theme: 'Farben',
  system: 'Wie das System',
  light: 'Hell',
  dark: 'Dunkel',
  figures: 'Abbildungen',
  numbers: 'Alle Zahlen in den Heatmaps',
  still: 'Keine Animationen',
  language: 'Sprache der Abbildungen',
};

export const siteWords = { en: english, de: german };

/** Words that scripts fill in: the reader's place and progress, and what became of a copy. */
export const scriptWords = {
  en: {
    chapter: (number: number, all: number) => `${number} of ${all}`,
    lab: (number: number, all: number) => `Lab ${number} of ${all}`,
    read: (count: number, all: number) => `${count} of ${all} read`,
    copied: 'Copied',
    selected: 'Selected: copy it with your browser',
  },
  de: {
    chapter: (number: number, all: number) => `${number} von ${all}`,
    // Short, or the header of a phone has two lines.
    lab: (number: number, all: number) => `Labor ${number}/${all}`,
    read: (count: number, all: number) => `${count} von ${all} gelesen`,
    copied: 'Kopiert',
    selected: 'Markiert: Kopiere es mit deinem Browser',
  },
};
