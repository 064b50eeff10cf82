import type { ManyheadsError, PatternRun } from '../../../emscripten/package/index.js';
import { readFields, text, type Fields } from '../../lib/state-fields.js';
import { parseTries, type Tries } from '../../ui/check/tries.js';

/** A task. `expected` is a pattern such as "b t (h d) -> b h t d": start and goal. */
export interface PatternTask {
  /** The name of the task in mh-answer events. It must not change. */
  readonly id: string;
  readonly task: string;
  readonly expected: string;
  /** The sizes of the axes; the seed chooses one set. */
  readonly sizes: readonly Readonly<Record<string, number>>[];
  /** The steps of one right chain. */
  readonly answer: readonly string[];
}

/** The state of a pattern check, as plain JSON. An answer is a chain with one step per line. */
export interface PatternCheckState extends Tries {
  readonly task: string;
}

/** The maximum length of a chain, so that it fits into an address. */
export const maxChainLength = 1000;

const fields: Fields<Pick<PatternCheckState, 'task'>> = { task: ['task', text(40)] };

/** Makes a valid state from anything. Missing fields are as in `base`. */
export function parsePatternCheck(
  input: unknown,
  base: Pick<PatternCheckState, 'seed' | 'task'>,
): PatternCheckState {
  const tries = parseTries(input, base.seed, maxChainLength);
  return { ...base, ...tries, ...readFields(input, fields) };
}

export const sizesFor = ({ sizes }: PatternTask, seed: number): Readonly<Record<string, number>> =>
  sizes[seed % sizes.length]!;

/** Splits "b t (h d) -> b h t d" into start and goal. */
export function splitPattern({ expected }: PatternTask): { start: string; goal: string } {
  const [start, goal] = expected.split('->').map((side) => side.trim());
  return { start: start!, goal: goal! };
}

/** A step, its line, and how many characters of this line are before it. */
interface Step {
  readonly text: string;
  readonly line: number;
  readonly before: number;
}

const spaces = (text: string) => ' '.repeat(text.length);
const comment = /#.*/u;
/** What programs write around a step, and what moves no element. Spaces take its place. */
const ignored: readonly RegExp[] = [
  // "x =", ";", "contiguous()"
  /^\s*\w+\s*=|;\s*$|^\s*\.?\s*contiguous\(\s*\)\s*$/gu,
  // "np." and "x," of "np.reshape(x, (2, 6))"
  /^\s*(?:np|numpy|torch)\.|(?<=^\s*(?:np|numpy|torch)\.\w+\(\s*)\w+\s*,/gu,
  // what is around the pattern in "rearrange(x, 't c -> c t')"
  /^\s*(?:einops\.)?rearrange\(\s*\w+\s*,\s*["'](?=.*->)|(?<=->.*)["']\s*\)\s*$/gu,
  // "dims=" of "permute(dims=(0, 2, 1))", the last comma of "(2, 6,)"
  /(?<=\(\s*)(?:shape|axes|dims)\s*=(?!=)|,(?=\s*[)\]])/gu,
];

/** A step is a line, or a call of several in one line: "reshape(2, 6).transpose(0, 1)". */
export const splitSteps = (chain: string): Step[] =>
  chain.split('\n').flatMap((text, index) => {
    let before = 0;
    const code = text.replace(comment, spaces).trimEnd();
    return code.split(/(?<=\)\s*)(?=\.\s*\w+\s*\()|(?<=;)/u).map((call) => {
      const step = {
        text: ignored.reduce((rest, each) => rest.replace(each, spaces), call),
        line: index + 1,
        before,
      };
      before += call.length;
      return step;
    });
  });

/** Splits an error message of the core on a chain into line, column and reason. */
export function findErrorPlace(
  { message }: ManyheadsError,
  chain: string,
): { line: number; column: number | null; reason: string } {
  const [, number = '1', column, reason] =
    /^step (\d+)(?:, column (\d+))?: (.*)$/su.exec(message) ?? [];
  const { line, before } = splitSteps(chain)[Number(number) - 1] ?? { line: 1, before: 0 };
  return {
    line,
    column: column === undefined ? null : before + Number(column),
    reason: reason ?? message,
  };
}

/** Where an element came from. */
export interface Origin {
  /** Its original indices, such as "t1 h0 d1"; axes of size 1 are left out. */
  readonly tag: string;
  /** Its head or key/value head; null if the tensor has no heads. */
  readonly head: number | null;
  readonly isMisplaced: boolean;
}

/** One matrix of a tensor (its last two axes). */
export interface Block {
  /** The indices of the other axes, such as "0, 1"; empty if there are none. */
  readonly place: string;
  readonly rows: readonly (readonly Origin[])[];
}

/** The tensor as blocks of at most `limit` elements together, but at least one. */
export function makeBlocks(run: PatternRun, limit: number): Block[] {
  const { axes, origins, shape, wanted } = run;
  const [rows = 1, columns = 1] = [shape.at(-2), shape.at(-1)];
  const isComparable = String(shape) === String(wanted.shape);
  const origin = (at: number): Origin => {
    const from = coordinates(origins.data[at]!, Object.values(axes));
    const indices = Object.entries(axes).map(([name, size], i) => ({
      name,
      size,
      index: from[i]!,
    }));
    return {
      tag: indices
        .filter(({ size }) => size > 1)
        .map(({ name, index }) => name + index)
        .join(' '),
      head: indices.find(({ name }) => name === 'h' || name === 'g')?.index ?? null,
      isMisplaced: isComparable && origins.data[at] !== wanted.data[at],
    };
  };
  const shownColumns = Math.min(columns, limit);
  const shownRows = Math.max(1, Math.min(rows, Math.floor(limit / columns)));
  const all = origins.data.length / (rows * columns);
  const shownBlocks = Math.max(1, Math.min(all, Math.floor(limit / (rows * columns))));
  return Array.from({ length: shownBlocks }, (_, block) => ({
    place: coordinates(block, shape.slice(0, -2)).join(', '),
    rows: Array.from({ length: shownRows }, (_, row) =>
      Array.from({ length: shownColumns }, (_, column) =>
        origin((block * rows + row) * columns + column),
      ),
    ),
  }));
}

/** The indices of element number `index` in a tensor of this shape. */
function coordinates(index: number, shape: readonly number[]): number[] {
  const at: number[] = [];
  let remainder = index;
  for (const size of [...shape].reverse()) {
    at.unshift(remainder % size);
    remainder = Math.floor(remainder / size);
  }
  return at;
}
