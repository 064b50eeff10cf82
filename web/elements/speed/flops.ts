/**
 * The count by which a measured time becomes a speed, as it is usual: a product of [m, k] and [k, n]
 * is 2 m k n operations. Four projections of [T, d] by [d, d] are 8 T d²; scores and mixing, a
 * multiply-add each for every number of every key that a query sees, are 4 d operations a pair.
 * Softmax is not counted, nor are hidden keys.
 */
export function layerFlops(tokens: number, dModel: number, causal = false): number {
  const pairs = causal ? (tokens * (tokens + 1)) / 2 : tokens ** 2;
  return 8 * tokens * dModel ** 2 + 4 * pairs * dModel;
}
