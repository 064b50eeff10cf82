let weights: Promise<Uint8Array> | undefined;

/** Whether an element of the page has loaded them. */
export let areWeightsLoaded = false;

/** The lesson's trained model as a file. Only a page that shows it loads it, once. */
export function trainedWeights(): Promise<Uint8Array> {
  weights ??= import('./lesson-weights.js').then(({ lessonWeights }) => lessonWeights());
  weights.then(
    () => (areWeightsLoaded = true),
    () => (weights = undefined),
  );
  return weights;
}
