import { dedent } from '../../lib/dedent.js';
import { readFields, text, integer, type Fields } from '../../lib/state-fields.js';
import { storedTrue } from '../../lib/stored-fields.js';

/** The state of a cell, as plain JSON. Output is not stored: running it again prints it. */
export interface CellState {
  /** Null if it was not changed. */
  readonly code: string | null;
  /** How often the check ran, and whether it has passed. */
  readonly tries: number;
  readonly passed: boolean;
  /** The solution was shown. */
  readonly shown: boolean;
}

const limits = { letters: 20_000, tries: 9_999 } as const;

const start: CellState = { code: null, tries: 0, passed: false, shown: false };
const fields: Fields<CellState> = {
  code: ['code', text(limits.letters)],
  tries: ['tries', integer(0, limits.tries)],
  passed: ['passed', storedTrue],
  shown: ['shown', storedTrue],
};

/** Makes a valid state from anything that was stored. */
export const parseCell = (input: unknown): CellState => ({
  ...start,
  ...readFields(input, fields),
});

/** Code from HTML, without the empty lines around it and the indentation of the page. */
export const codeFromHtml = (text: string): string => dedent(text.replace(/^\s*\n|\s+$/gu, ''));
