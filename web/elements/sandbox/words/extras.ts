import { addWords } from '../../../lib/language.js';
import { english } from './english-extras.js';

/** The words of what is loaded on demand. Read them where something is drawn. */
export let extraWords = english;

addWords(
  { en: english, de: async () => (await import('./german-extras.js')).german },
  (current) => (extraWords = current),
);
