import { html, svg, type TemplateResult } from 'lit';
import { label } from '../../lib/label.js';
import { anySize, fixed } from '../../lib/numbers.js';
import { part } from '../../lib/tensor-view.js';
import { range } from '../../ui/controls.js';
import { icon } from '../../ui/icons.js';
import { swatch } from '../../ui/swatch.js';
import { alignments, type Alignment } from './alignment.js';
import type { MasksRun } from './run.js';
import { heads } from './state.js';
import { weightGrid } from './weight-grid.js';
import { words } from './words/index.js';

/** The largest difference that rounding may leave. */
const bound = 1e-5;

/** The newest words over all words, with the triangle in one corner and in the other. */
export function alignmentView(
  run: MasksRun,
  act: { setNewest: (newest: number) => void; endDrag: () => void },
): TemplateResult {
  const { queries, keys, tooMany } = run.alignments;
  const say = words.alignment;
  return html`<section class="alignments">
    <h3>${say.title(keys - queries, queries)}</h3>
    <div class="sizes">
      <p class="hint">${say.sizes(queries, keys)}</p>
      <div @change=${act.endDrag}>
        ${range({
          name: say.newest,
          ...{ min: 1, max: keys, step: 1, value: queries },
          disabled: keys === 1,
          set: act.setNewest,
        })}
      </div>
    </div>
    <div class="two">${alignments.map((alignment) => aligned(run, alignment))}</div>
    <p class="too-many hint">
      ${say.tooMany(tooMany.queries, tooMany.keys, tooMany.blind['bottom-right'], tooMany.blind['top-left'])}
    </p>
  </section>`;
}

function aligned(run: MasksRun, alignment: Alignment): TemplateResult {
  const { state, alignments } = run;
  const { difference, weights, masked } = alignments.aligned[alignment];
  const { tokens } = state;
  const say = words.alignment;
  const isRight = difference < bound;
  const shown = tokens.slice(-alignments.queries);
  return html`<div class="aligned">
    <h4>${say.name[alignment]}</h4>
    <p class="about">${say.rule[alignment]}</p>
    <div class="ghost-and-rows">
      ${ghost(run, alignment)}
      <div class="rows-of-heads" dir="ltr">
        <div class="key-names" aria-hidden="true">
          ${tokens.map((token, i) => html`<span>${label(token, i, 5)}</span>`)}
        </div>
        ${Array.from(
          { length: heads },
          (_, head) =>
            html`<div class="of-head">
              <span class="head-name">${swatch(head)} ${head}</span>
              ${weightGrid({
                weights: part(weights, head),
                masked: part(masked, head),
                ...{ width: 32, height: 17 },
                name: `${say.name[alignment]}, ${words.head(head)}`,
                ...(head === 0 ? { ends: shown } : {}),
              })}
            </div>`,
        )}
      </div>
    </div>
    <p class="verdict">
      ${icon(isRight ? 'right' : 'wrong')}
      <span
        >${
          isRight
            ? say.right(
                alignments.queries,
                anySize(difference),
                anySize(alignments.cacheDifference),
                alignments.queries === alignments.keys,
              )
            : say.wrong(fixed(difference, 1), fixed(alignments.largest, 1))
        }</span
      >
    </p>
  </div>`;
}

const pitch = 22;
const labels = 52;

/** The whole causal triangle, pale, and on it the rows that the queries get. */
function ghost({ state, alignments }: MasksRun, alignment: Alignment): TemplateResult {
  const { tokens } = state;
  const { queries, keys } = alignments;
  const first = alignment === 'top-left' ? 0 : keys - queries;
  const size = keys * pitch;
  const cells = Array.from({ length: keys * keys }, (_, i) => {
    const [row, column] = [Math.floor(i / keys), i % keys];
    const isOurs = row >= first && row < first + queries;
    const isSeen = column <= row;
    const [x, y] = [labels + column * pitch, 18 + row * pitch];
    return isOurs
      ? svg`<rect class=${isSeen ? 'seen-pair' : 'unseen-pair'} x=${x + 1} y=${y + 1} width=${pitch - 3} height=${pitch - 3} />`
      : svg`<rect class="unseen-pair" x=${x + 1} y=${y + 1} width=${pitch - 3} height=${pitch - 3} />${
          isSeen
            ? svg`<rect class="seen-pair" x=${x + pitch / 2 - 3} y=${y + pitch / 2 - 3} width="5" height="5" />`
            : ''
        }`;
  });
  return html`<svg
    class="ghost"
    role="img"
    aria-label=${words.alignment.ghost[alignment](queries)}
    width=${labels + size + 2}
    height=${size + 22}
    viewBox="0 0 ${labels + size + 2} ${size + 22}"
  >
    ${cells}
    ${tokens
      .slice(-queries)
      .map(
        (token, i) =>
          svg`<text x=${labels - 7} y=${18 + (first + i) * pitch + 15} text-anchor="end">${label(token, keys - queries + i, 7)}</text>`,
      )}
    <rect
      class="frame"
      x=${labels - 1}
      y=${18 + first * pitch - 1}
      width=${size + 1}
      height=${queries * pitch + 1}
    />
  </svg>`;
}
