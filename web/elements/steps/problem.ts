import type { ManyheadsError } from '../../../emscripten/package/index.js';
import { couldNotRun } from '../../ui/last-run.js';
import type { Notice } from '../../ui/notice.js';
import { uiWords } from '../../ui/words/index.js';
import { defaultSteps, stepLimits, type StepsState } from './state.js';

/** Why the settings cannot be run, and the field to correct; null if no single field is wrong. */
export interface StepsProblem {
  readonly field: 'tokens' | 'dModel' | null;
  readonly notice: Notice;
}

/** Why the settings cannot be run and how to repair them. The last valid picture stays. */
export function stepsProblem(
  error: ManyheadsError,
  state: StepsState,
  shownState: StepsState,
  change: (change: Partial<StepsState>) => void,
): StepsProblem {
  const { tokens, dModel, heads } = state;
  if (tokens.length === 0) {
    const label = uiWords.problems.useSentence(defaultSteps.tokens.join(' '));
    const repair = { label, act: () => change({ tokens: defaultSteps.tokens }) };
    return {
      field: 'tokens',
      notice: { title: uiWords.problems.emptyTitle, why: uiWords.problems.empty, repair },
    };
  }
  if (dModel % heads !== 0) {
    const above = Math.ceil(dModel / heads) * heads;
    const width = above <= stepLimits.dModel ? above : above - heads;
    const notice = {
      title: uiWords.problems.splitTitle(dModel, heads),
      why: uiWords.problems.split(
        dModel,
        heads,
        dModel / heads,
        shownState.dModel,
        shownState.heads,
      ),
      repair: { label: uiWords.problems.use(width), act: () => change({ dModel: width }) },
    };
    return { field: 'dModel', notice };
  }
  return { field: null, notice: couldNotRun(error, () => change(shownState)) };
}
