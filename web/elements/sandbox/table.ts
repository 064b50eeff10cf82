import { html, type TemplateResult } from 'lit';
import { fixed, share } from '../../lib/numbers.js';
import { part } from '../../lib/tensor-view.js';
import type { SandboxRun } from './run.js';
import { words } from './words/index.js';
import { uiWords } from '../../ui/words/index.js';

/** The sandbox's picture as tables: the query in every head, and the chosen head in full. */
export function sandboxTable(run: SandboxRun): TemplateResult {
  const { state, trace } = run;
  const { tokens, query, head } = state;
  const { table } = words;
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
  return html`<div class="wide" dir="ltr" tabindex="0" role="region" aria-label=${caption}>
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${corner}</th>
          ${keys.map((key, s) => html`<th scope="col"><bdi>${key}</bdi> ${s}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, weights, scores }) =>
            html`<tr>
              <th scope="row"><bdi>${name}</bdi></th>
              ${keys.map(
                (_, s) =>
                  html`<td>
                    ${scores[s] === -Infinity ? uiWords.map.hidden : number(weights[s]!)}
                  </td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

const number = (value: number) => (Number.isFinite(value) ? share(value) : fixed(value));
