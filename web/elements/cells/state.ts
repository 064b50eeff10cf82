import { readFields, text, integer, storedTrue, type Fields } from '../../lib/state-fields.js';

/** What a learner has done in a cell, as plain JSON. Output is not kept: a run gives it again. */
export interface CellState {
  /** Null where it is as it was given. */
  readonly code: string | null;
  /** How often the check has run, and whether it has passed. */
  readonly tries: number;
  readonly passed: boolean;
  /** A solution was shown. */
  readonly shown: boolean;
}

const most = { letters: 20_000, tries: 9_999 } as const;

const untouched: CellState = { code: null, tries: 0, passed: false, shown: false };
const fields: Fields<CellState> = {
  code: ['code', text(most.letters)],
  tries: ['tries', integer(0, most.tries)],
  passed: ['passed', storedTrue],
  shown: ['shown', storedTrue],
};

/** A valid state from anything that was stored. */
export const parseCell = (input: unknown): CellState => ({
  ...untouched,
  ...readFields(input, fields),
});

/** Code that stands between tags: without the lines and the indentation that are the page's. */
export function dedented(text: string): string {
  const lines = text.replace(/^\s*\n|\s+$/gu, '').split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  const common = Math.min(...filled.map((line) => line.search(/\S/u)), Infinity);
  return lines.map((line) => line.slice(Number.isFinite(common) ? common : 0)).join('\n');
}
