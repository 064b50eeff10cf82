import type { TemplateResult } from 'lit';
import { editSentence } from '../../ui/edit/sentence.js';
import { fixed } from '../../lib/numbers.js';
import type { SandboxModel, SandboxRun } from './run.js';
import { words } from './words/index.js';

/** The caption: how much the heads differ. */
export function describeFinding({ state, diversity }: SandboxRun): string | TemplateResult {
  const { many, one, oneToken, pair, tied, two } = words.caption;
  const isPlain = state.edits.length === 0;
  if (isPlain && state.tokens.length === 1) return oneToken;
  if (!diversity) return one;
  const { mean, most, least } = diversity;
  if (isPlain && state.tie) return tied(fixed(mean));
  if (state.heads === 2) return two(fixed(mean));
  return many(
    fixed(mean),
    pair(...most.heads),
    fixed(most.distance),
    pair(...least.heads),
    fixed(least.distance),
  );
}

/** What the learner has changed in the layer, and what it did. */
export const describeChanges = (model: SandboxModel, run: SandboxRun) =>
  editSentence({
    engine: model.engine,
    tokens: run.state.tokens,
    edits: run.state.edits,
    trace: run.trace,
    unedited: run.unedited,
    valueBefore: (edit) => model.valueBefore(run, edit),
    matrixName: (matrix) => words.detail.matrices[matrix],
  });
