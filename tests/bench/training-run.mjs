/** The training run that every contestant makes: `stepsPerRun` steps, then the same again. */

/** One of those that tests/golden/training_runs.json has the losses of. */
export const trainingSeed = 0;

/** As long as a page lets it run: solved after about half of them. */
export const stepsPerRun = 200;

/** How many losses are checked. */
export const checkedSteps = 60;
