import { addWords } from '../../../lib/language.js';
import { english } from './english.js';

/** The words for changing numbers. Read them where something is drawn: the language may change. */
export let editWords = english;

addWords(
  { en: english, de: async () => (await import('./german.js')).german },
  (current) => (editWords = current),
);
