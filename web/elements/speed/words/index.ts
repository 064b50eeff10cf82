import { addWords } from '../../../lib/language.js';
import { english } from './english.js';

/** Words of the speed panel. Read them on each drawing, since the language may change. */
export let words = english;

addWords(
  { en: english, de: async () => (await import('./german.js')).german },
  (current) => (words = current),
);
