import { css, html, type TemplateResult } from 'lit';
import { fixed } from '../../lib/numbers.js';
import { word } from '../../ui/word.js';
import { scrollBox } from '../../ui/scroll-box.js';
import type { MasksRun } from './run.js';
import { weightGrid } from './weight-grid.js';
import { words } from './words/index.js';

/** A query without keys, computed in three ways. */
export function emptyRow(run: MasksRun): TemplateResult {
  const { state, emptyRow, keys } = run;
  const say = words.emptyRow;
  const query = state.tokens[state.row]!;
  const about = emptyRow.isEmpty ? say.isEmpty(state.head) : say.wouldBe(state.head);
  return html`<section class="empty-row">
    <h3>${say.title(word(query))}</h3>
    <p class="hint">${about}</p>
    ${scrollBox(
      say.table(query),
      html`<table>
        <thead>
          <tr>
            <th scope="col">${say.method}</th>
            <th scope="col" class="start">${say.weights(keys.length)}</th>
            <th scope="col">${words.maps.sum}</th>
          </tr>
        </thead>
        <tbody>
          ${emptyRow.ways.map(({ weights, sum }, i) => {
            const hasRule = i === 0;
            const name = `${say.spoken[i]}: ${Array.from(weights, (weight) => fixed(weight)).join(', ')}`;
            return html`<tr class=${hasRule ? 'in-question' : ''}>
              <th scope="row">${say.ways()[i]}</th>
              <td class="start">
                ${weightGrid({
                  weights: { shape: [1, keys.length], data: weights },
                  masked: hasRule
                    ? { shape: [1, keys.length], data: weights.map(() => -Infinity) }
                    : null,
                  ...{ width: 33, height: 17, name },
                })}
              </td>
              <td>${fixed(sum)}</td>
            </tr>`;
          })}
        </tbody>
      </table>`,
    )}
    <p class="hint sentence">${say.sentence(keys.length)}</p>
  </section>`;
}

export const emptyRowStyles = css`
  .empty-row table {
    inline-size: 100%;
    margin-block: 8px;
  }
  .empty-row tbody th {
    min-inline-size: 6rem;
    white-space: normal;
  }
  .empty-row .start {
    text-align: start;
  }
  .empty-row .wide {
    max-block-size: none;
  }
  .empty-row .weight-grid {
    inline-size: max-content;
  }
  .empty-row .sentence {
    max-inline-size: 32rem;
  }
`;
