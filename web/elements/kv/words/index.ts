import { addWords } from '../../../lib/language.js';
import { english } from './english.js';

/** The words of the figure of keys and values. Read them where something is drawn. */
export let words = english;

addWords(
  { en: english, de: async () => (await import('./german.js')).german },
  (current) => (words = current),
);
