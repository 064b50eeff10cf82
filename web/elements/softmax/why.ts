import { css, html, mathml, type MathMLTemplateResult, type TemplateResult } from 'lit';
import { exponentText, powerText, scoreText } from './numbers.js';
import type { SoftmaxRun } from './run.js';
import { words } from './words/index.js';
import { scrollBox } from '../../ui/scroll-box.js';
import { hintText, wideTable } from '../../ui/style-parts.js';

interface Fact {
  readonly formula: TemplateResult;
  readonly value: string;
  readonly reason: string | TemplateResult;
}

/** Half the distance between the two points from which a slope is measured. */
const near = 0.001;
const times = 1_000_000;

/** Why powers of e: facts that the core computes, in double precision, for the lowest score. */
export function whyE(run: SoftmaxRun): TemplateResult {
  const { columns, title } = words.why;
  return html`<details class="why">
    <summary>${title()}</summary>
    ${scrollBox(
      columns.fact,
      html`<table>
        <thead>
          <tr>
            <th scope="col">${columns.fact}</th>
            <th scope="col">${columns.number}</th>
            <th scope="col">${columns.reason}</th>
          </tr>
        </thead>
        <tbody>
          ${facts(run).map(
            ({ formula, value, reason }) =>
              html`<tr>
                <td>${formula}</td>
                <td dir="ltr">${value}</td>
                <td class="reason">${reason}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
    )}
  </details>`;
}

function facts({ engine, state }: SoftmaxRun): readonly Fact[] {
  const say = words.why;
  const compute = (formula: string, values: Record<string, number> = {}) =>
    engine.formulas.evaluate(formula, values);
  const s = Math.max(-20, Math.min(20, ...state.scores));
  const h = near;
  const power = (exponent: string): MathMLTemplateResult =>
    mathml`<msup><mi>e</mi><mn>${exponent}</mn></msup>`;
  return [
    {
      formula: html`<math>${power(scoreText(-Math.abs(s)))}</math>`,
      value: powerText(compute('exp(s)', { s: -Math.abs(s) })),
      reason: say.positive,
    },
    {
      formula: html`<math
        ><mfrac
          ><mrow
            >${power(`${scoreText(s)} + ${near}`)}<mo>−</mo>${power(`${scoreText(s)} − ${near}`)}</mrow
          ><mn>${String(2 * near)}</mn></mfrac
        ></math
      >`,
      value: powerText(compute('(exp(s + h) - exp(s - h)) / (2 * h)', { s, h })),
      reason: say.slope(scoreText(s)),
    },
    {
      formula: html`<math><mi>ln</mi><mspace width="0.2em"></mspace>${power(scoreText(s))}</math>`,
      value: exponentText(compute('log(exp(s))', { s })),
      reason: say.logarithm(),
    },
    {
      formula: html`<math
        ><msup
          ><mrow
            ><mo>(</mo><mn>1</mn><mo>+</mo><mfrac><mn>1</mn><mi>n</mi></mfrac
            ><mo>)</mo></mrow
          ><mi>n</mi></msup
        ></math
      >`,
      value: compute('(1 + 1 / n)^n', { n: times }).toFixed(5),
      reason: say.limit(),
    },
  ];
}

export const whyStyles = css`
  .why summary {
    display: block;
    inline-size: fit-content;
    list-style: none;
    cursor: pointer;
    font: 600 var(--mh-control) var(--mh-font-ui);
  }
  .why summary::-webkit-details-marker {
    display: none;
  }
  .why summary::before {
    content: '';
    display: inline-block;
    inline-size: 6px;
    block-size: 6px;
    margin-block-end: 3px;
    margin-inline: 3px 14px;
    border: solid currentcolor;
    border-width: 0 1.5px 1.5px 0;
    rotate: -45deg;
  }
  .why[open] summary::before {
    rotate: 45deg;
  }
  @media (pointer: coarse) {
    .why summary {
      padding-block: 12px;
    }
  }
  .why .wide {
    max-block-size: none;
  }
  .why table {
    ${wideTable}
    margin-block-start: 12px;
  }
  .why :is(th, td) {
    padding-block: 10px;
    padding-inline: 0 24px;
    text-align: start;
    font-weight: 400;
    border-block-end: 1px solid var(--mh-hair);
  }
  .why thead th {
    ${hintText}
  }
  .why math {
    math-style: normal;
    font-size: 1.15em;
  }
  .why .reason {
    white-space: normal;
    min-inline-size: 15rem;
    inline-size: 100%;
    padding-inline-end: 0;
    color: var(--mh-ink-2);
  }
  @container (inline-size < 40rem) {
    .why thead {
      display: none;
    }
    .why tr {
      display: grid;
      grid-template-columns: max-content 1fr;
      align-items: center;
      border-block-end: 1px solid var(--mh-hair);
    }
    .why td {
      border: 0;
    }
    .why .reason {
      grid-column: 1 / -1;
      padding-block-start: 0;
    }
  }
  @media print {
    .why::details-content {
      content-visibility: visible;
      block-size: auto;
    }
  }
`;
