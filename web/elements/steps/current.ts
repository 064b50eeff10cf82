import type { StepsRun } from './run.js';
import { listSteps, type Step } from './list.js';
import { words } from './words/index.js';

export const allSteps = ({ state }: StepsRun): readonly Step[] =>
  listSteps(state.heads, state.variant);
export const currentStep = (run: StepsRun): Step => allSteps(run)[run.state.step - 1]!;

/** The head and stage of the current step. */
export function stepTitle(run: StepsRun): string {
  const { stage, head } = currentStep(run);
  const title = words.titles[stage](run.state.causal);
  return head === null ? title : `${words.head(head)}: ${title}`;
}
