/** Words of the page, by their name in `data-say` in index.html. */
const english = {
  skip: 'Skip to the content',
  contents: 'Contents',
  chapters: 'Chapters',
  settings: 'Settings',
  theme: 'Theme',
  system: 'Same as the system',
  light: 'Light',
  dark: 'Dark',
  figures: 'Figures',
  numbers: 'All numbers in the maps',
  still: 'No animations',
  language: 'Language of the figures',
};

export type SiteWords = typeof english;

const german: SiteWords = {
  skip: 'Zum Inhalt springen',
  contents: 'Inhalt',
  chapters: 'Kapitel',
  settings: 'Einstellungen',
  theme: 'Farben',
  system: 'Wie das System',
  light: 'Hell',
  dark: 'Dunkel',
  figures: 'Abbildungen',
  numbers: 'Alle Zahlen in den Karten',
  still: 'Keine Animationen',
  language: 'Sprache der Abbildungen',
};

export const siteWords = { en: english, de: german };

/** For example "3 of 9". */
export const pagePlace = {
  en: (page: number, all: number) => `${page} of ${all}`,
  de: (page: number, all: number) => `${page} von ${all}`,
};
