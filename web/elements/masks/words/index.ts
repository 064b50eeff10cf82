import { addWords } from '../../../lib/language.js';
import { english } from './english.js';

/** The words of masks. Read them where something is drawn: the language may change. */
export let words = english;

addWords(
  { en: english, de: async () => (await import('./german.js')).german },
  (current) => (words = current),
);
