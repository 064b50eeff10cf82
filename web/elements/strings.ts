import { english } from './strings/english/index.js';

/**
 * Every word that the elements show or say. A language is an object of this shape; a sentence with
 * numbers is a function, so that each language orders them its own way.
 */
export type Strings = typeof english;

/** Read it where something is drawn, not when a module is loaded: the language may change. */
export const strings: Strings = english;
