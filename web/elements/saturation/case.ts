import { css, html, nothing, type TemplateResult } from 'lit';
import { fixed, share } from '../../lib/numbers.js';
import { circle, px, type Mark, type Picture, type TextMark } from '../../lib/drawing.js';
import { at, largest } from '../../lib/tensor-view.js';
import { pictureView } from '../../ui/marks.js';
import { scrollBox } from '../../ui/scroll-box.js';
import type { CaseRun, Diagnosis, Repair } from './diagnosis.js';
import { cells } from './row.js';
import { label, looks } from './looks.js';
import { words } from './words/index.js';
import { hintText, inQuestion, numberCell, wideTable } from '../../ui/style-parts.js';

/** What the table shows: the layer as it is, and once the cause was guessed, each repair. */
const repairsInTable = (isSolved: boolean): readonly Repair[] =>
  isSolved ? ['as-is', 'divisor', 'centred', 'small', 'inputs'] : ['as-is'];

export function caseView(diagnosis: Diagnosis, isSolved: boolean, width: number): TemplateResult {
  const { title, setup, row } = words.case;
  const { meanScore, spread } = diagnosis.runs['as-is'];
  return html`<section class="case">
    <h3>${title}</h3>
    <p class="hint">${setup()}</p>
    <div class="evidence">
      <div>
        <p class="hint">
          ${row(words.count(Math.round(meanScore)), words.count(Math.round(spread)))}
        </p>
        ${pictureView('scene', scoreLine(diagnosis, Math.min(width, 520)))}
        ${cells(diagnosis.weights, 'share')}
      </div>
      ${repairTable(diagnosis, isSolved)}
    </div>
  </section>`;
}

function repairTable({ runs }: Diagnosis, isSolved: boolean): TemplateResult {
  const { columns, repairs, table } = words.case;
  return scrollBox(
    table,
    html`<table>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${repairsInTable(isSolved).map(
          (repair) =>
            html`<tr class=${repair === 'as-is' ? 'first' : nothing}>
              <th scope="row">${repairs[repair]}</th>
              ${caseCells(runs[repair]).map((cell) => html`<td dir="ltr">${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`,
  );
}

const caseCells = ({ meanScore, spread, ...shares }: CaseRun): readonly string[] => [
  Math.abs(meanScore) >= 100 ? words.count(Math.round(meanScore)) : fixed(meanScore),
  fixed(spread),
  ...[shares.largest, shares.entropy, shares.trace].map(share),
];

/** The scores of one row on a line, with the two largest named. */
function scoreLine({ scores, weights }: Diagnosis, width: number): Picture {
  const step = 250;
  const [low, high] = [Math.min(...scores.data), Math.max(...scores.data)];
  const from = Math.floor(low / step) * step;
  const to = Math.ceil((high + 1) / step) * step;
  const x = (score: number) => 16 + ((score - from) / (to - from)) * (width - 32);
  const ticks = Array.from({ length: (to - from) / step + 1 }, (_, i) => from + i * step);
  const every = Math.ceil(ticks.length / 5);
  const first = largest(scores.data);
  const second = largest(scores.data.map((score, i) => (i === first ? -Infinity : score)));
  const note = (key: number, y: number): TextMark => {
    const [score, weight] = [scores.data[key]!, weights.data[key]!];
    const text = [
      { text: `${words.case.weight(words.count(Number(score.toFixed(1))))} ` },
      { text: share(weight), look: 'result' },
    ] as const;
    const isRight = x(score) > width / 2;
    return label('note', Math.min(width, x(score) + 4), y, isRight ? 'end' : 'start', text);
  };
  return {
    ...{ width, height: 84 },
    marks: [
      { ...looks.axis, path: `M${x(from)} 62H${x(to)}` },
      ...ticks
        .filter((_, i) => i % every === 0)
        .map((tick) => label('tick', x(tick), 78, 'middle', words.count(tick))),
      { ...looks.grid, path: `M${px(x(scores.data[first]!))} 20V50` },
      ...Array.from(scores.data, (score, key): Mark => ({
        ...{ ...looks.weight, path: circle(x(score), 54, 5) },
        fill: { share: at(weights, key) },
      })),
      note(first, 14),
      note(second, 32),
    ],
  };
}

export const caseCss = css`
  .case .evidence {
    display: grid;
    grid-template-columns: minmax(0, 26.25rem) minmax(0, 1fr);
    gap: 16px 48px;
    margin-block-start: 8px;
  }
  .case .wide {
    max-block-size: none;
  }
  .case .cells {
    max-inline-size: 32.5rem;
    margin-block-start: 8px;
  }
  .case .cells > span {
    forced-color-adjust: none;
  }
  .case table {
    ${wideTable}
  }
  .case :is(th, td) {
    padding-block: 9px;
    padding-inline: 8px;
    ${numberCell}
  }
  .case :is(th, td):first-child {
    text-align: start;
  }
  .case thead th {
    ${hintText}
  }
  .case .first :is(th, td) {
    ${inQuestion}
  }
  @container (inline-size < 60rem) {
    .case .evidence {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @container (inline-size < 36rem) {
    .case :is(th, td) {
      padding-inline: 3px;
      white-space: normal;
      font: var(--mh-cell) var(--mh-font-ui);
    }
    .case .first :is(th, td) {
      font-weight: 650;
    }
  }
`;
