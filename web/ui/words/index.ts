import { addWords } from '../../lib/language.js';
import { english } from './english.js';

/** Words that all elements share. Read them on each drawing, since the language may change. */
export let uiWords = english;

addWords(
  { en: english, de: async () => (await import('./german.js')).german },
  (current) => (uiWords = current),
);
