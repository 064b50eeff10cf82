import {
  box,
  type Box,
  colour,
  count,
  type Ink,
  type Line,
  type Mark,
  middle,
  schemeSize,
  text,
} from './marks.js';
import { copies, rowsOfOutput, valuesOfLatents, type Sizes } from './sizes.js';

/** All heads side by side, and the rows of W_O below each other. */
export function besides({ heads }: Sizes): readonly Mark[] {
  const width = heads > 4 ? 7 : 12;
  const rows = heads * width + 20;
  return [
    ...count(heads).map((head) => box([head * width, 9, width - 1, 30], colour(head))),
    text(rows - 10, '×'),
    ...outputRows(rows, heads, colour),
  ];
}

const outputRows = (x: number, heads: number, fill: (head: number) => Ink): readonly Box[] =>
  count(heads).map((head) => {
    const height = 40 / heads;
    return box([x, 4 + head * height, 40, height - 1], fill(head));
  });

/** The number of heads that fit in one line of a sum. */
const perLine = 4;

/** Each head times its rows; with a ring where the rows are another head's. */
export function summed(sizes: Sizes, isBroken: boolean): readonly Mark[] {
  const lines = Math.ceil(sizes.heads / perLine);
  const height = lines > 1 ? 18 : 30;
  return rowsOfOutput(sizes, isBroken).flatMap((rows, head) => {
    const x = (head % perLine) * 41;
    const y = lineMiddle(Math.floor(head / perLine), lines);
    return [
      box([x, y - height / 2, 8, height], colour(head)),
      text(x + 11.5, '·', y),
      box([x + 15, y - 5, 14, 10], colour(rows), { ring: rows !== head }),
      ...(head < sizes.heads - 1 ? [text(x + 35, '+', y)] : []),
    ];
  });
}

const lineMiddle = (line: number, lines: number) => ((line + 0.5) * schemeSize.height) / lines;

/** Equal heads, so one colour; their numbers differ. */
export function tied({ heads }: Sizes): readonly Mark[] {
  const width = heads > 4 ? 9 : 13;
  const rows = heads * width + 20;
  return [
    ...count(heads).map((head) =>
      box([head * width, 9, width - 1, 30], colour(0), { label: String(head) }),
    ),
    text(rows - 10, '×'),
    ...outputRows(rows, heads, () => 'kept'),
  ];
}

/** One head times the sum of all rows of W_O; the mistake divides it by their number. */
export function narrow({ heads }: Sizes, isBroken: boolean): readonly Mark[] {
  const lines = Math.ceil(heads / perLine);
  const perHead = 23;
  const last = 36 + Math.min(heads, perLine) * perHead;
  return [
    box([0, 9, 11, 30], colour(0)),
    text(19, '×'),
    text(28, '('),
    ...count(heads).flatMap((head) => {
      const x = 33 + (head % perLine) * perHead;
      const y = lineMiddle(Math.floor(head / perLine), lines);
      return [box([x, y - 5, 13, 10], 'kept'), ...(head < heads - 1 ? [text(x + 18, '+', y)] : [])];
    }),
    text(last - 8, ')'),
    ...(isBroken ? [box([last - 2, 14, 26, 20], null, { ring: true, label: `÷ ${heads}` })] : []),
  ];
}

const columnsOf = (heads: number) => Math.min(34, schemeSize.left / heads);

/** Query heads above, the keys and values that each group reads below. */
export function shared(sizes: Sizes): readonly Mark[] {
  const { heads, kvHeads } = sizes;
  const column = columnsOf(heads);
  const group = (heads / kvHeads) * column;
  const of = copies(sizes, false);
  return [
    ...count(heads).map((head): Line => {
      const below = (of[head]! + 0.5) * group;
      return {
        kind: 'line',
        from: [(head + 0.5) * column, 12],
        to: [below, 32],
        colour: colour(head),
      };
    }),
    ...queries(heads, column),
    ...count(kvHeads).map((kv) =>
      box([(kv + 0.5) * group - 8, 32, 16, 15], 'ink-3', { label: String(kv) }),
    ),
  ];
}

const queries = (heads: number, column: number): readonly Box[] =>
  count(heads).map((head) => box([(head + 0.5) * column - 6, 1, 12], colour(head)));

/** A copy of keys and values for each head. */
export function copied(sizes: Sizes, isBroken: boolean): readonly Mark[] {
  const column = columnsOf(sizes.heads);
  const right = copies(sizes, false);
  return [
    ...count(sizes.heads).map((head): Line => {
      const x = (head + 0.5) * column;
      return { kind: 'line', from: [x, 12], to: [x, 32], colour: colour(head) };
    }),
    ...queries(sizes.heads, column),
    ...copies(sizes, isBroken).map((kv, head) => {
      const isWrong = kv !== right[head];
      return box([(head + 0.5) * column - 8, 32, 16, 15], isWrong ? 'stage' : 'ink-3', {
        ring: isWrong,
        label: String(kv),
      });
    }),
  ];
}

/** All heads read the latents c. */
export function latents({ heads }: Sizes): readonly Mark[] {
  return [...fan(heads, 26, 90), latent, ...outputs(heads, 90)];
}

const latent = box([0, 4, 26, 40], 'ink-3', { label: 'c' });
const rowAt = (head: number, heads: number) => ((head + 0.5) * schemeSize.height) / heads;
const outputs = (heads: number, x: number): readonly Box[] =>
  count(heads).map((head) => {
    const height = Math.min(10, 44 / heads);
    return box([x, rowAt(head, heads) - height / 2, 14, height - 1], colour(head));
  });
const fan = (heads: number, from: number, to: number): readonly Line[] =>
  count(heads).map((head) => ({
    kind: 'line',
    from: [from, middle],
    to: [to, rowAt(head, heads)],
    colour: colour(head),
  }));

/** c makes keys and values for each head first; the mistake gives each head the next one's. */
export function expanded(sizes: Sizes, isBroken: boolean): readonly Mark[] {
  const { heads } = sizes;
  const [values, end] = [64, 110];
  const height = Math.min(10, 44 / heads);
  return [
    ...count(heads).map((head): Line => {
      return {
        kind: 'line',
        from: [26, middle],
        to: [values, rowAt(head, heads)],
        colour: 'line',
      };
    }),
    ...valuesOfLatents(sizes, isBroken).map((from, head): Line => {
      const to = [end, rowAt(head, heads)] as const;
      return {
        kind: 'line',
        from: [values + 14, rowAt(from, heads)],
        to,
        colour: colour(head),
      };
    }),
    latent,
    ...count(heads).map((head) =>
      box([values, rowAt(head, heads) - height / 2, 14, height - 1], 'kept', { ring: isBroken }),
    ),
    ...outputs(heads, end),
  ];
}
