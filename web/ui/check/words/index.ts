import { addWords } from '../../../lib/language.js';
import { english } from './english.js';

/** The words for checks. Read them where something is drawn: the language may change. */
export let checkWords = english;

addWords(
  { en: english, de: async () => (await import('./german.js')).german },
  (current) => (checkWords = current),
);
