/**
 * The FLOPs of a layer, counted as usual: a product of [m, k] and [k, n] is 2 m k n operations. Four
 * projections of [T, d] by [d, d] are 8 T d². Scores and weighted values are 4 d operations for each
 * pair of a query and a visible key. Softmax and hidden keys are not counted.
 */
export function layerFlops(tokens: number, dModel: number, causal = false): number {
  const pairs = causal ? (tokens * (tokens + 1)) / 2 : tokens ** 2;
  return 8 * tokens * dModel ** 2 + 4 * pairs * dModel;
}
