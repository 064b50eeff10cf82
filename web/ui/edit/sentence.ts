import { html, nothing, type TemplateResult } from 'lit';
import type { AttentionTrace, Engine } from '../../../emscripten/package/contract.js';
import { meanDifference } from '../../lib/mean-difference.js';
import { readEdits, type Edit, type EditedMatrix } from '../../lib/edits.js';
import { fixed, plain, share } from '../../lib/numbers.js';
import { at } from '../../lib/tensor-view.js';
import { editWords } from './words/index.js';

/** What the sentence about edits is about. */
export interface EditedRun {
  readonly engine: Engine;
  readonly tokens: readonly string[];
  readonly edits: readonly string[];
  readonly trace: AttentionTrace;
  /** The same layer without any edits. */
  readonly unedited: AttentionTrace;
  /** What a weight or a score was. */
  readonly valueBefore: (edit: Edit) => number;
  readonly matrixName: (matrix: EditedMatrix) => string;
}

/** What was changed last, and what all edits did to the output. */
export function editSentence(run: EditedRun): TemplateResult | typeof nothing {
  const edits = readEdits(run.edits);
  const last = edits.at(-1);
  if (!last) return nothing;
  const { outputWent, inAll } = editWords;
  const change = meanDifference(run.engine, run.trace.output, run.unedited.output);
  return html`${lastChange(run, last)} ${weightWent(run, last)} ${outputWent(fixed(change))}
  ${edits.length > 1 ? inAll(edits.length) : nothing}`;
}

function lastChange({ tokens, valueBefore, matrixName }: EditedRun, edit: Edit) {
  const { matrix, head, row, column, value } = edit;
  const { hides, instead, score, shows, weight } = editWords;
  const [query, key] = [tokens[row] ?? '', tokens[column] ?? ''];
  if (matrix === 'mask') return (value === 1 ? shows : hides)(query, key);
  const cell =
    matrix === 'scores' ? score(head!, query, key) : weight(matrixName(matrix), row, column);
  return instead(cell, plain(value), fixed(valueBefore(edit)));
}

function weightWent({ trace, unedited }: EditedRun, { matrix, head, row, column }: Edit) {
  if (matrix !== 'scores') return nothing;
  const [before, after] = [unedited, trace].map(({ weights }) =>
    share(at(weights, head!, row, column)),
  );
  return editWords.weightWent(before!, after!);
}
