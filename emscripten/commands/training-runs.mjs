/**
 * The training runs behind the numbers in the lesson. `npm run reproduce` measures them as
 * WebAssembly and natively; tests/figures/training_run.cpp does the same as `measure`.
 */

/** At this accuracy of every relation a model of sentences counts as trained. */
const wanted = 0.995;
/** Steps between two evaluations of a model of sentences. */
const checkedEvery = 25;

/**
 * Each run trains `seeds` models, from seed `first` on, for `steps` steps. The seeds from 1000 on were
 * never used to choose the settings of the training.
 */
export const trainingRuns = [
  { task: 'sentences', numHeads: 4, first: 0, seeds: 50, steps: 2000 },
  { task: 'sentences', numHeads: 1, first: 0, seeds: 10, steps: 2000 },
  { task: 'relations', numHeads: 4, first: 1000, seeds: 120, steps: 500 },
  { task: 'relations', numHeads: 8, first: 0, seeds: 8, steps: 300 },
  { task: 'relations', numHeads: 32, first: 0, seeds: 8, steps: 300 },
  { task: 'relations', numHeads: 1, first: 0, seeds: 8, steps: 300 },
  { task: 'relations', numHeads: 1, first: 0, seeds: 8, steps: 4000 },
];

/**
 * Trains the model of one seed.
 * @return when it was trained, its accuracy on new sequences, and [H, relations] without each head
 */
export function measure(engine, { task, numHeads, steps }, seed) {
  const trainer = engine.trainer({ task, numHeads, seed });
  try {
    const reachedAt =
      task === 'sentences' ? trainUntilWanted(trainer, steps) : trainer.step(steps).solvedAt;
    const accuracy = [...trainer.evaluate().accuracy];
    return { reachedAt, accuracy, ablation: engine.tensor.toNested(trainer.ablation()) };
  } finally {
    trainer.dispose();
  }
}

function trainUntilWanted(trainer, steps) {
  let step = 0;
  while (step < steps) {
    ({ step } = trainer.step(checkedEvery));
    if (Math.min(...trainer.evaluate().accuracy) >= wanted) return step;
  }
  return null;
}
