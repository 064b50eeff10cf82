import type { Notice } from '../../ui/notice.js';
import { uiWords } from '../../ui/words/index.js';
import { limits, type PipelineState } from './state.js';
import { words } from './words/index.js';

/** Why it cannot be run, and what repairs it; null if only the core says why. */
export function pipelineProblem(
  wanted: PipelineState,
  shown: PipelineState,
  change: (change: Partial<PipelineState>) => void,
): Notice | null {
  const { dModel, heads, kvHeads, dHead } = wanted;
  const { problems } = uiWords;
  if (dHead === null && dModel % heads !== 0) {
    const above = Math.ceil(dModel / heads) * heads;
    const width = above <= limits.dModel ? above : above - heads;
    return {
      title: problems.splitTitle(dModel, heads),
      why: problems.split(dModel, heads, dModel / heads, shown.dModel, shown.heads),
      repair: { label: problems.use(width), act: () => change({ dModel: width }) },
    };
  }
  if (kvHeads !== null && heads % kvHeads !== 0) {
    return {
      title: problems.failedTitle,
      why: words.controls.grouped(kvHeads, heads),
      repair: { label: problems.use(heads), act: () => change({ kvHeads: null }) },
    };
  }
  return null;
}
