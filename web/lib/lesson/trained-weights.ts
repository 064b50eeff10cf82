let weights: Promise<Uint8Array> | undefined;

/** The lesson's trained model as a file. Only a page that shows it loads it, once. */
export function trainedWeights(): Promise<Uint8Array> {
  weights ??= import('./lesson-weights.js').then(({ lessonWeights }) => lessonWeights());
  weights.catch(() => (weights = undefined));
  return weights;
}
