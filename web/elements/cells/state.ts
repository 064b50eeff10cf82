import { fieldsOf, wholeNumber } from '../../lib/state-fields.js';

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

/** A valid state from anything that was stored. */
export function parseCell(given: unknown): CellState {
  const { code, tries, passed, shown } = fieldsOf(given);
  const isCode = typeof code === 'string' && code.length <= most.letters;
  return {
    code: isCode ? code : null,
    tries: wholeNumber(0, most.tries)(tries) ?? 0,
    passed: passed === true,
    shown: shown === true,
  };
}

/** Code that stands between tags: without the lines and the indentation that are the page's. */
export function dedented(text: string): string {
  const lines = text.replace(/^\s*\n|\s+$/gu, '').split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  const common = Math.min(...filled.map((line) => line.search(/\S/u)), Infinity);
  return lines.map((line) => line.slice(Number.isFinite(common) ? common : 0)).join('\n');
}
