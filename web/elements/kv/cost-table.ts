import { html, nothing, type TemplateResult } from 'lit';
import { fixed, share } from '../../lib/numbers.js';
import { scrollBox } from '../../ui/scroll-box.js';
import { rem } from '../../ui/text-scale.js';
import { chartHeight, chartMarks } from './chart.js';
import type { ConvertedResult, Found, Training } from './found.js';
import { markViews } from '../../ui/marks.js';
import type { KvRun } from './run.js';
import { words } from './words/index.js';

export interface CostBoard {
  /** null until the reader has predicted. */
  readonly found: Found | null;
  readonly base: Found['base'];
  readonly width: number;
}

/** What converting the trained layer costs: the table and its chart. */
export function conversionCosts(run: KvRun, { found, base, width }: CostBoard): TemplateResult {
  const say = words.costs;
  const isWide = width >= 1000;
  const chart = isWide ? 376 : Math.min(width, 480);
  return html`<section class="costs">
    <h3>${say.title}</h3>
    <p class="hint">${say.explanation}</p>
    ${
      found
        ? html`<div class="halves">
            <div class="table">${table(run, found)}</div>
            <div class="chart">
              <p class="hint">${say.chart}</p>
              <svg
                class="marks"
                viewBox="0 0 ${chart} ${chartHeight}"
                .style=${`inline-size:${rem(chart)}`}
                aria-hidden="true"
              >
                ${markViews(chartMarks(found, run.state, chart))}
              </svg>
            </div>
          </div>`
        : html`<p class="hint hidden">${say.hidden(base.accuracy.map(share))}</p>`
    }
  </section>`;
}

function table({ state, relations }: KvRun, { base, rows }: Found): TemplateResult {
  const say = words.costs;
  const whole = {
    ...{ form: 'mha' as const, kept: 64, accuracy: base.accuracy, name: say.asTrained },
    ...{ training: null, isChosen: state.form === 'mha', isFirst: true },
  };
  const converted = rows.map((row, i) => ({
    ...row,
    name: nameOf(row),
    isChosen: row.form === state.form && (row.from === null || row.from === state.from),
    isFirst: rows[i - 1]?.form !== row.form,
  }));
  return scrollBox(
    say.title,
    html`<table>
      <caption class="unseen">
        ${say.title}
      </caption>
      <thead>
        <tr>
          <th scope="col">${say.columns.form}</th>
          <th scope="col">${say.columns.kept}</th>
          ${relations.map((relation) => html`<th scope="col">${words.relation(relation)}</th>`)}
          <th scope="col">${say.columns.steps}</th>
        </tr>
      </thead>
      <tbody>
        ${[whole, ...converted].map(
          ({ form, kept, accuracy, name, training, isChosen, isFirst }) =>
            html`<tr class=${isChosen ? 'main' : ''}>
              <th scope="row">
                <b class=${isFirst ? '' : 'again'}>${words.forms[form].name}</b>
                <span>${name}</span>
              </th>
              <td>${kept}</td>
              ${relations.map((_, i) => accuracyCell(accuracy?.[i], base.chance[i]!))}
              <td class=${training?.kind === 'solved' ? 'steps' : 'hint'}>
                ${training ? trainingText(training) : nothing}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>`,
  );
}

export const nameOf = ({ form, kvHeads, from, kept }: ConvertedResult): string =>
  form === 'mla' ? words.costs.latentOf(kept) : words.costs.pooled(kvHeads, from!);

export function trainingText(training: Training): string {
  const say = words.costs.training;
  switch (training.kind) {
    case 'solved':
      return String(training.step);
    case 'at':
      return say.at(training.step);
    default:
      return say[training.kind];
  }
}

/** A bar from 0 to 1, the mark of chance, and the number; bold where it is no longer right. */
function accuracyCell(value: number | undefined, chance: number): TemplateResult {
  if (value === undefined) return html`<td class="accuracy"><span class="hint">…</span></td>`;
  return html`<td class="accuracy ${value < 0.9 ? 'lost' : ''}">
    <span class="share" .style=${`--value:${fixed(value, 3)};--chance:${fixed(chance, 3)}`}></span
    ><span>${share(value)}</span>
  </td>`;
}
