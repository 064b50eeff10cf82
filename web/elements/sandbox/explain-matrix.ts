import type { MatrixView } from './detail-matrices.js';
import type { SandboxRun } from './run.js';
import { extraWords } from './words/extras.js';

/** What a matrix of a head is. */
export const explainMatrix = (view: MatrixView, { dHead, state }: SandboxRun): string =>
  extraWords.explain[view](dHead, state);
