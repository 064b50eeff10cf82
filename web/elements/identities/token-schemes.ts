import { box, type Box, count, type Ink, type Mark, middle, text } from './marks.js';
import type { Sizes } from './sizes.js';

const key = 13;

export function wholeRow({ tokens }: Sizes): readonly Mark[] {
  return count(tokens).map((s) => box([s * key, middle - 6, key - 1], 'line'));
}

/** Arrows carry the running sum to the next tile; with rings where it is not rescaled. */
export function tiles({ tokens, tile }: Sizes, isBroken: boolean): readonly Mark[] {
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

/** One row per query: the keys that it sees under a causal mask. */
export function triangle({ tokens }: Sizes): readonly Mark[] {
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

/** Ink: what a step adds to the cache. Grey: what was there before. Empty: what it has lost. */
export function steps({ tokens }: Sizes, step: number, isBroken: boolean): readonly Mark[] {
  const lastStep = Math.floor((tokens - 1) / step) * step;
  return seen(tokens, (t, s) => {
    const start = Math.floor(t / step) * step;
    if (isBroken && s < start) return { fill: null, ring: true };
    return { fill: start === lastStep ? 'ink' : 'kept' };
  });
}

/** One block per page, with the page's number below. */
export function pages({ tokens, page }: Sizes, isBroken: boolean): readonly Mark[] {
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

/** The words' places above, the outputs' below: reversed before attention, or after it. */
export function places(
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
export function future({ tokens }: Sizes, isOther: boolean, isBroken: boolean): readonly Mark[] {
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
