/**
 * The count by which a measured time becomes a speed, as it is usual: a product of [m, k] and [k, n]
 * is 2 m k n operations. Four projections of [T, d] by [d, d] are 8 T d²; scores and mixing, each
 * T² d multiply-adds over all heads, are 4 T² d. Softmax is not counted, hidden keys are.
 */
export const layerFlops = (tokens: number, dModel: number): number =>
  8 * tokens * dModel ** 2 + 4 * tokens ** 2 * dModel;
