import { html, type TemplateResult } from 'lit';
import { fixed, share } from '../../lib/numbers.js';
import { part } from '../../lib/tensor-view.js';
import { dataTable } from '../../ui/table.js';
import type { SandboxRun } from './run.js';
import { extraWords } from './words/extras.js';
import { words } from './words/index.js';
import { uiWords } from '../../ui/words/index.js';

/** The figure as tables: the query in every head, and the chosen head in full. */
export function sandboxTable(run: SandboxRun): TemplateResult {
  const { state, trace } = run;
  const { tokens, query, head } = state;
  const { table } = extraWords;
  const all = Array.from({ length: state.heads }, (_, h) => ({
    name: words.maps.head(h),
    weights: part(trace.weights, h, query).data,
    scores: part(trace.maskedScores, h, query).data,
  }));
  const one = tokens.map((token, t) => ({
    name: `${token} ${t}`,
    weights: part(trace.weights, head, t).data,
    scores: part(trace.maskedScores, head, t).data,
  }));
  return html`<div class="tables">
    ${matrixTable(table.inAllHeads(tokens[query]!), table.head, all, tokens)}
    ${matrixTable(table.ofHead(head), table.query, one, tokens)}
  </div>`;
}

interface Row {
  readonly name: string;
  readonly weights: Float32Array;
  readonly scores: Float32Array;
}

function matrixTable(
  caption: string,
  corner: string,
  rows: readonly Row[],
  keys: readonly string[],
): TemplateResult {
  return dataTable({
    caption,
    corner,
    columns: keys.map((key, s) => html`<bdi>${key}</bdi> ${s}`),
    rows: rows.map(({ name, weights, scores }) => ({
      name: html`<bdi>${name}</bdi>`,
      cells: keys.map((_, s) =>
        scores[s] === -Infinity ? uiWords.map.hidden : number(weights[s]!),
      ),
    })),
    dir: 'ltr',
  });
}

const number = (value: number) => (Number.isFinite(value) ? share(value) : fixed(value));
