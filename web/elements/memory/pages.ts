import type { Attention, Engine, Tensor } from '../../../emscripten/package/contract.js';
import { part } from '../../lib/tensor-view.js';

/** The sequence that shares the pages. It ends first, and gives its pages back. */
export const otherTokens: readonly string[] = 'A bird sang in the old pear tree'.split(' ');

/** The page tables after both sequences have taken a token. */
export interface PageMoment {
  /** The physical page of each logical one, of the two sequences. */
  readonly own: readonly number[];
  readonly other: readonly number[];
  /** Tokens that the other sequence holds. */
  readonly otherLength: number;
  /** Pages that were given back before this token; [] otherwise. */
  readonly returned: readonly number[];
}

/**
 * Two sequences in the paged caches of one layer, which take pages from one store: token by token in
 * turns, until the other one ends and gives its pages back.
 */
export function followPages(
  layer: Attention,
  x: Tensor,
  other: Tensor,
  pageSize: number,
  { tensor }: Engine,
): readonly PageMoment[] {
  const [count, otherCount] = [x.shape[0]!, other.shape[0]!];
  const [cache, otherCache] = [count, otherCount].map((capacity) =>
    layer.cache({ capacity, pageSize }),
  ) as [ReturnType<Attention['cache']>, ReturnType<Attention['cache']>];
  const token = (of: Tensor, i: number) => tensor.slice(of, [[i, i + 1]]);
  try {
    return Array.from({ length: count }, (_, i): PageMoment => {
      const returned = i === otherCount ? otherCache.pages : [];
      if (i === otherCount) otherCache.reset();
      cache.step(token(x, i));
      if (i < otherCount) otherCache.step(token(other, i));
      return {
        own: cache.pages,
        other: otherCache.pages,
        otherLength: otherCache.length,
        returned,
      };
    });
  } finally {
    cache.dispose();
    otherCache.dispose();
  }
}

/** What lies in a physical page. */
export interface Page {
  readonly sequence: 'own' | 'other';
  /** The index of its first token. */
  readonly first: number;
}

/** As many pages as were ever taken; null for one that is free. */
export function readStore(
  moments: readonly PageMoment[],
  at: number,
  pageSize: number,
): readonly (Page | null)[] {
  const { own, other } = moments[at]!;
  const last = Math.max(...moments.flatMap((moment) => [...moment.own, ...moment.other]));
  return Array.from({ length: last + 1 }, (_, page) => {
    const [mine, theirs] = [own.indexOf(page), other.indexOf(page)];
    if (mine >= 0) return { sequence: 'own', first: mine * pageSize };
    return theirs >= 0 ? { sequence: 'other', first: theirs * pageSize } : null;
  });
}

/** One row of keys or values of a sequence, [D]. */
export const tokenRow = (tensor: Tensor, head: number, token: number): Float32Array =>
  part(tensor, head, token).data;
