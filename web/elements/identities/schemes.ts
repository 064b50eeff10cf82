import type { palette } from '../../lib/tokens.js';
import { copies, rowsOfOutput, valuesOfLatents, type Sizes } from './sizes.js';
import type { Identity } from './state.js';

/** A colour of the palette, or that of a head. */
export type Ink = keyof typeof palette | `head-${number}`;

export interface Box {
  readonly kind: 'box';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fill: Ink | null;
  /** What the mistake changed has a ring. */
  readonly ring?: boolean;
  readonly label?: string;
}
export interface Line {
  readonly kind: 'line';
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  readonly colour: Ink;
}
export interface Text {
  readonly kind: 'text';
  readonly x: number;
  readonly y: number;
  readonly text: string;
}
export type Mark = Box | Line | Text;

export const schemeSize = { left: 138, right: 160, height: 48 } as const;
const middle = schemeSize.height / 2;

/** Small drawings of both ways of computing, from the layer's real sizes. */
export const schemes: Readonly<
  Record<
    Identity,
    {
      readonly left: (sizes: Sizes, isBroken: boolean) => readonly Mark[];
      readonly right: (sizes: Sizes, isBroken: boolean) => readonly Mark[];
    }
  >
> = {
  concat: { left: besides, right: summed },
  tied: { left: tied, right: narrow },
  grouped: { left: shared, right: copied },
  tiles: { left: wholeRow, right: tiles },
  cached: { left: triangle, right: (sizes, isBroken) => steps(sizes, 1, isBroken) },
  paged: { left: triangle, right: pages },
  chunked: {
    left: triangle,
    right: (sizes, isBroken) => steps(sizes, sizes.chunks[0], isBroken),
  },
  absorbed: { left: latents, right: expanded },
  order: {
    left: (sizes, isBroken) => places(sizes, 'before', isBroken),
    right: (sizes, isBroken) => places(sizes, 'after', isBroken),
  },
  future: {
    left: (sizes) => future(sizes, false, false),
    right: (sizes, isBroken) => future(sizes, true, isBroken),
  },
};

const count = (length: number): readonly number[] => Array.from({ length }, (_, i) => i);
const box = (
  place: readonly [x: number, y: number, width: number, height?: number],
  fill: Ink | null,
  more: Pick<Box, 'ring' | 'label'> = {},
): Box => {
  const [x, y, width, height = width] = place;
  return { kind: 'box', x, y, width, height, fill, ...more };
};
const text = (x: number, text: string, y: number = middle): Text => ({ kind: 'text', x, y, text });
const colour = (head: number): Ink => `head-${head}`;

/** All heads side by side, and the rows of W_O below each other. */
function besides({ heads }: Sizes): readonly Mark[] {
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

/** So many heads fit in one line of a sum. */
const perLine = 4;

/** Each head times its rows; with a ring where the rows are another head's. */
function summed(sizes: Sizes, isBroken: boolean): readonly Mark[] {
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
function tied({ heads }: Sizes): readonly Mark[] {
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
function narrow({ heads }: Sizes, isBroken: boolean): readonly Mark[] {
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
function shared(sizes: Sizes): readonly Mark[] {
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
function copied(sizes: Sizes, isBroken: boolean): readonly Mark[] {
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

const key = 13;

function wholeRow({ tokens }: Sizes): readonly Mark[] {
  return count(tokens).map((s) => box([s * key, middle - 6, key - 1], 'line'));
}

/** Arrows carry the running sum to the next tile; with rings where it is not rescaled. */
function tiles({ tokens, tile }: Sizes, isBroken: boolean): readonly Mark[] {
  const gap = 16;
  const arrows = count(Math.ceil(tokens / tile) - 1).map((i) => (i + 1) * (tile * key + gap) - gap);
  return [
    ...count(tokens).map((s) =>
      box([s * key + Math.floor(s / tile) * gap, middle - 6, key - 1], 'line'),
    ),
    ...arrows.map((x) =>
      isBroken
        ? box([x + 1, middle - 9, 13, 18], null, { ring: true, label: '→' })
        : text(x + gap / 2 - 0.5, '→'),
    ),
  ];
}

const cell = (tokens: number) => Math.min(7, 46 / tokens);

/** A row a query: the keys that it sees under a causal mask. */
function triangle({ tokens }: Sizes): readonly Mark[] {
  return seen(tokens, () => ({ fill: 'line' }));
}

const seen = (
  tokens: number,
  look: (query: number, key: number) => { fill: Ink | null; ring?: boolean },
): readonly Box[] => {
  const size = cell(tokens);
  const top = middle - (tokens * size) / 2;
  return count(tokens).flatMap((t) =>
    count(t + 1).map((s) => {
      const { fill, ring } = look(t, s);
      return box([s * size, top + t * size, size - 1], fill, ring ? { ring } : {});
    }),
  );
};

/** What a step through a cache adds is ink, what it finds is grey, what it has forgotten empty. */
function steps({ tokens }: Sizes, step: number, isBroken: boolean): readonly Mark[] {
  const lastStep = Math.floor((tokens - 1) / step) * step;
  return seen(tokens, (t, s) => {
    const start = Math.floor(t / step) * step;
    if (isBroken && s < start) return { fill: null, ring: true };
    return { fill: start === lastStep ? 'ink' : 'kept' };
  });
}

/** Blocks of a page each, with its number below. */
function pages({ tokens, page }: Sizes, isBroken: boolean): readonly Mark[] {
  const width = page * key + 14;
  return count(Math.ceil(tokens / page)).flatMap((i) => {
    const words = Math.min(page, tokens - i * page);
    const isForeign = isBroken && i === 0;
    return [
      ...count(words).map((s) =>
        box([1 + i * width + s * key, 8, key - 1], isForeign ? 'stage' : 'line', {
          ring: isForeign,
        }),
      ),
      text(1 + i * width + (words * key - 1) / 2, isForeign ? '?' : String(i), 34),
    ];
  });
}

/** All heads read the latents c. */
function latents({ heads }: Sizes): readonly Mark[] {
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
function expanded(sizes: Sizes, isBroken: boolean): readonly Mark[] {
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

/** The words' places above, the outputs' below: reversed before attention, or after it. */
function places(
  { tokens, order }: Sizes,
  reversed: 'before' | 'after',
  isBroken: boolean,
): readonly Mark[] {
  const column = Math.min(17, 104 / tokens);
  const x = (place: number) => (place + 0.5) * column;
  const given = (place: number) => (reversed === 'before' ? order[place]! : place);
  const to = (place: number) => (reversed === 'before' ? place : order.indexOf(place));
  return [
    ...count(tokens).flatMap((place): readonly Mark[] => [
      text(x(place), String(given(place)), 6),
      { kind: 'line', from: [x(place), 14], to: [x(to(place)), 34], colour: 'line' },
      text(x(place), String(order[place]), 42),
    ]),
    ...(isBroken ? hiddenLater(tokens * column + 8) : []),
  ];
}

/** A small causal mask. */
const hiddenLater = (x: number): readonly Box[] =>
  count(3).flatMap((t) =>
    count(t + 1).map((s) => box([x + s * 8, middle - 12 + t * 8, 7], 'stage', { ring: true })),
  );

/** One output, ringed in ink, and the words after it: the same, or others. */
function future({ tokens }: Sizes, isOther: boolean, isBroken: boolean): readonly Mark[] {
  const t = Math.min(2, tokens - 2);
  return count(tokens).map((s) => {
    const place = [1 + s * 15, middle - 6, 12] as const;
    if (s === t) return box(place, 'ink', { label: String(t) });
    if (s < t) return box(place, 'line');
    return isOther
      ? box(place, isBroken ? 'stage' : null, { ring: isBroken, label: isBroken ? '!' : '?' })
      : box(place, 'kept');
  });
}
