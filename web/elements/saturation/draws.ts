import type { Engine, Tensor } from '../../../emscripten/package/contract.js';

export const keys = 16;
/** Queries at each width. */
export const draws = 1024;
/** dModel divided by dHead. */
export const heads = 8;

export const widths = [8, 16, 32, 64, 128, 256, 512] as const;
export type Width = (typeof widths)[number];

/** What scores are divided by: the right divisor, a wrong one, none. */
export const scales = ['sqrt-d-head', 'sqrt-d-model', 'none'] as const;
export type Scale = (typeof scales)[number];

/** Components of queries per slice. A slice takes a few ms, so that the page can respond. */
const sliceSize = 2048;
/** More than any width has slices, so that no two slices share a seed. */
const slicesPerWidth = 512;

export const queriesPerSlice = (dHead: Width): number => sliceSize / dHead;

/** The first slice's seed. Each slice uses two seeds: one for queries, one for keys. */
export const firstSeed = (seed: number, dHead: Width): number =>
  2 * slicesPerWidth * (seed * widths.length + widths.indexOf(dHead));

/**
 * Draws q and k from N(0, 1) and multiplies them: the scores before any division, [draws, keys].
 * Works in slices, and yields after each of them how many components it drew.
 */
export function* drawScores(
  { tensor }: Engine,
  dHead: Width,
  seed: number,
): Generator<number, Tensor> {
  const queries = queriesPerSlice(dHead);
  const slices: Tensor[] = [];
  for (let slice = 0; slice < draws / queries; slice++) {
    const own = firstSeed(seed, dHead) + 2 * slice;
    const q = tensor.randomNormal([queries, dHead, 1], { seed: own });
    const k = tensor.randomNormal([queries, keys, dHead], { seed: own + 1 });
    slices.push(tensor.reshape(tensor.matmul(k, q), [queries, keys]));
    yield sliceSize;
  }
  return tensor.concat(slices);
}
