import type { ManyheadsError, PatternRun } from '../../../emscripten/package/index.js';
import { readFields, text, type Fields } from '../../lib/state-fields.js';
import { parseTries, type Tries } from '../../ui/check/tries.js';

/** One task as data: `expected` is the way from the first tensor to the goal, as a pattern. */
export interface PatternTask {
  /** Names the task in mh-answer events. It never changes. */
  readonly id: string;
  readonly task: string;
  readonly expected: string;
  /** The instances that can be drawn. */
  readonly sizes: readonly Readonly<Record<string, number>>[];
  /** One chain that gets there, a step an item. */
  readonly answer: readonly string[];
}

/** What a pattern check shows, as plain JSON; an answer is a chain, a step a line. */
export interface PatternCheckState extends Tries {
  readonly task: string;
}

/** Letters of a chain: what an address can carry. */
export const longestChain = 1000;

const fields: Fields<Pick<PatternCheckState, 'task'>> = { task: ['task', text(40)] };

/** A valid state from anything; what it does not say is as in `base`. */
export function parsePatternCheck(
  input: unknown,
  base: Pick<PatternCheckState, 'seed' | 'task'>,
): PatternCheckState {
  const tries = parseTries(input, base.seed, longestChain);
  return { ...base, ...tries, ...readFields(input, fields) };
}

export const sizesFor = ({ sizes }: PatternTask, seed: number): Readonly<Record<string, number>> =>
  sizes[seed % sizes.length]!;

/** "b t (h d) -> b h t d": what the steps start from, and what they should make. */
export function splitPattern({ expected }: PatternTask): { start: string; goal: string } {
  const [start, goal] = expected.split('->').map((side) => side.trim());
  return { start: start!, goal: goal! };
}

export const stepsIn = (chain: string): string[] => chain.split('\n');

/** Line and column that an error of the core's speaks of, and what it says about them. */
export function findErrorPlace({ message }: ManyheadsError): {
  line: number;
  column: number | null;
  reason: string;
} {
  const [, line = '1', column, reason] =
    /^step (\d+)(?:, column (\d+))?: (.*)$/su.exec(message) ?? [];
  return {
    line: Number(line),
    column: column === undefined ? null : Number(column),
    reason: reason ?? message,
  };
}

/** One element: where it came from. */
export interface Origin {
  /** "t1 h0 d1"; an axis of size 1 tells nothing. */
  readonly tag: string;
  /** Its head, or its key head where there are groups; null where there are none. */
  readonly head: number | null;
  readonly isMisplaced: boolean;
}

/** The last two axes of a tensor, for one choice of those before them. */
export interface Block {
  /** "0, 1"; empty where there are no other axes. */
  readonly place: string;
  readonly rows: readonly (readonly Origin[])[];
}

/** The elements in blocks of rows; at most so many of them, but always one. */
export function makeBlocks(run: PatternRun, most: number): Block[] {
  const { axes, origins, shape, wanted } = run;
  const [rows = 1, columns = 1] = [shape.at(-2), shape.at(-1)];
  const isComparable = String(shape) === String(wanted.shape);
  const origin = (at: number): Origin => {
    const from = coordinates(origins.data[at]!, Object.values(axes));
    const named = Object.entries(axes).map(([name, size], i) => ({ name, size, index: from[i]! }));
    return {
      tag: named
        .filter(({ size }) => size > 1)
        .map(({ name, index }) => name + index)
        .join(' '),
      head: named.find(({ name }) => name === 'h' || name === 'g')?.index ?? null,
      isMisplaced: isComparable && origins.data[at] !== wanted.data[at],
    };
  };
  const shownColumns = Math.min(columns, most);
  const shownRows = Math.max(1, Math.min(rows, Math.floor(most / columns)));
  const all = origins.data.length / (rows * columns);
  const shownBlocks = Math.max(1, Math.min(all, Math.floor(most / (rows * columns))));
  return Array.from({ length: shownBlocks }, (_, block) => ({
    place: coordinates(block, shape.slice(0, -2)).join(', '),
    rows: Array.from({ length: shownRows }, (_, row) =>
      Array.from({ length: shownColumns }, (_, column) =>
        origin((block * rows + row) * columns + column),
      ),
    ),
  }));
}

/** Where element `index` stands in a tensor of this shape. */
function coordinates(index: number, shape: readonly number[]): number[] {
  const at: number[] = [];
  let rest = index;
  for (const size of [...shape].reverse()) {
    at.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return at;
}
