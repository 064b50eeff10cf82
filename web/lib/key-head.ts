import type { AttentionTrace } from '../../emscripten/package/contract.js';

/** The key/value head that a query head uses (grouped-query attention), from an unbatched trace. */
export function keyHead({ q, k }: Pick<AttentionTrace, 'q' | 'k'>, head: number): number {
  const [heads = 0, kvHeads = 0] = [q.shape[0], k.shape[0]];
  return Math.floor((head * kvHeads) / heads);
}
