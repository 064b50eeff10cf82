import { addWords } from '../../lib/language.js';
import { english } from './english.js';

/** The words of what all elements share. Read them where something is drawn: the language may change. */
export let uiWords = english;

addWords(
  { en: english, de: async () => (await import('./german.js')).german },
  (current) => (uiWords = current),
);
