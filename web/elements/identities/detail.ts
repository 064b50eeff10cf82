import { anySize } from '../../lib/numbers.js';
import { html, nothing, type TemplateResult } from 'lit';
import { withSymbols } from '../../ui/symbols.js';
import type { Tensor } from '../../../emscripten/package/contract.js';
import { toggle } from '../../ui/controls.js';
import { scaleKey } from '../../ui/scale-key.js';
import { colourIndex, headColour, swatch } from '../../ui/swatch.js';
import { codeLines } from './code-lines.js';
import { isAfterOutput } from './head-parts.js';
import { isEqual, isOpenBroken, type HeadSides, type IdentitiesRun } from './run.js';
import { copies, rowsOfOutput, valuesOfLatents, type Sizes } from './sizes.js';
import { identityNames, type Identity } from './state.js';
import { words } from './words/index.js';

/** The rows whose mistake changes what a head reads: it is shown as numbered squares. */
type NumberedRow = 'concat' | 'grouped' | 'absorbed';
const squares: Record<NumberedRow, (sizes: Sizes, isBroken: boolean) => readonly number[]> = {
  concat: rowsOfOutput,
  grouped: copies,
  absorbed: valuesOfLatents,
};
const isNumbered = (identity: Identity): identity is NumberedRow => identity in squares;

/** The open row, head by head, and the line of code that the mistake changes. */
export function detail(
  run: IdentitiesRun,
  setBroken: (identity: Identity, isBroken: boolean) => void,
  theme: string,
): TemplateResult {
  const { state, sizes, open } = run;
  const identity = state.open;
  const say = words.rows[identity];
  const isBroken = isOpenBroken(run);
  const heading = isBroken ? words.detail.broken(say.title) : words.detail.held(say.title);
  return html`<div class="heading">
      <h3>${identityNames.indexOf(identity) + 1}. ${heading}</h3>
      ${
        open.row.canBreak
          ? toggle({
              label: words.detail.breakIt(say.breakIt(sizes)),
              on: isBroken,
              set: (on) => setBroken(identity, on),
            })
          : nothing
      }
    </div>
    <p class="hint about">${withSymbols(about(run))}</p>
    <div class="halves">
      <div class="reserved" .style=${`--tallest:${tallest(sizes)}px`}>${headRows(run, theme)}</div>
      ${changed(run)}
    </div>`;
}

function about({ state, sizes }: IdentitiesRun): string {
  const { beforeOutput, afterOutput, squares } = words.detail;
  const { tokens, dHead, dModel } = sizes;
  const shown = isAfterOutput(state.open)
    ? afterOutput(tokens, dModel)
    : beforeOutput(tokens, dHead);
  return isNumbered(state.open) ? `${shown} ${squares[state.open]}` : shown;
}

function headRows(run: IdentitiesRun, theme: string): TemplateResult {
  const { state, sizes, open } = run;
  const say = words.rows[state.open];
  const { minus, difference, scale } = words.detail;
  return html`<div class="heads ${isAfterOutput(state.open) ? 'long' : ''}">
      <div class="part titles">
        <span></span>
        <b>${withSymbols(say.left(sizes))}</b><span></span>
        <b>${withSymbols(say.right(sizes, isOpenBroken(run)))}</b>
        <b>${minus}</b><b class="difference">${difference}</b>
      </div>
      ${open.heads.map((sides, head) => headRow(run, sides, head, theme))}
    </div>
    ${scaleKey('signed', open.limit, scale(3 * sizes.heads))}`;
}

function headRow(
  run: IdentitiesRun,
  sides: HeadSides,
  head: number,
  theme: string,
): TemplateResult {
  const { equal, unequal, minus } = words.detail;
  const isSame = isEqual(sides.difference);
  const numbers = squareNumbers(run);
  const colour = colourIndex(head, run.state.open === 'tied');
  const picture = (matrix: Tensor) => mapPicture(run, matrix, colour, theme);
  return html`<div class="part">
    <span class="head-name">${swatch(colour)} ${words.detail.head(head)}</span>
    <span class="side">${square(numbers?.left[head])}${picture(sides.left)}</span>
    <span class="same"
      ><span aria-hidden="true">${isSame ? '=' : '≠'}</span
      ><span class="unseen">${isSame ? equal : unequal}</span></span
    >
    <span class="side"
      >${square(numbers?.right[head], numbers?.left[head])}${picture(sides.right)}</span
    >
    <span class="side minus"><span class="small">${minus}</span>${picture(sides.change)}</span>
    <span class="difference ${isSame ? '' : 'wrong'}" dir="ltr">${anySize(sides.difference)}</span>
  </div>`;
}

function squareNumbers({ state, sizes, ...run }: IdentitiesRun) {
  if (!isNumbered(state.open)) return null;
  const of = squares[state.open];
  return { left: of(sizes, false), right: of(sizes, isOpenBroken({ state, sizes, ...run })) };
}

const square = (number: number | undefined, expected = number): TemplateResult | typeof nothing =>
  number === undefined
    ? nothing
    : html`<span class="square ${number === expected ? '' : 'ring'}">${number}</span>`;

/** Cells as large as fit three times beside each other. */
const cellSize = (columns: number, heads: number): number =>
  columns > 32 ? 2.5 : columns > 16 ? 4 : heads > 4 || columns > 8 ? 9 : 11;

/** The height of the tallest row's maps, so that nothing below moves when another row is opened. */
const tallest = ({ heads, tokens, dHead }: Sizes): number =>
  heads * (tokens * (cellSize(dHead, heads) + 1) + 5 + rowGap);
const rowGap = 18;

function mapPicture(
  { sizes, open }: IdentitiesRun,
  matrix: Tensor,
  colour: number,
  theme: string,
): TemplateResult {
  const cell = cellSize(matrix.shape[1]!, sizes.heads);
  return html`<mh-map-picture
    aria-hidden="true"
    kind="signed"
    .theme=${theme}
    .matrix=${matrix}
    .limit=${open.limit}
    .cell=${cell}
    .gap=${cell < 4 ? 0 : 1}
    .style=${`--head:${headColour(colour)}`}
  ></mh-map-picture>`;
}

function changed(run: IdentitiesRun): TemplateResult {
  const { state, sizes, open } = run;
  const { right, wrong } = codeLines(state.open, sizes);
  const say = words.rows[state.open];
  const { title, output, held, broken, reach, rightLine, wrongLine } = words.changed;
  const isBroken = isOpenBroken(run);
  const line = (name: string, code: string, isOn: boolean, note: string) =>
    html`<p class="unseen">${name}</p>
      <pre
        class=${isOn ? 'on' : ''}
        tabindex="0"
        role="region"
        aria-label=${name}
      ><code>${code}</code></pre>
      <p class="hint">${withSymbols(note)}</p>`;
  return html`<div class="changed">
    <h4>${title}</h4>
    ${line(rightLine, right, !isBroken, say.rightLine(sizes))}
    ${line(wrongLine, wrong, isBroken, say.wrongLine(sizes))}
    <h4>${withSymbols(output)}</h4>
    <p>
      <span class="large" dir="ltr">${anySize(open.row.holds)}</span>
      <span class="hint">${held}</span>
    </p>
    ${
      open.row.broken === null
        ? nothing
        : html`<p>
            <span class="large" dir="ltr">${anySize(open.row.broken)}</span>
            <span class="hint">${broken}</span>
          </p>`
    }
    <p class="hint">${reach(anySize(open.reach))}</p>
  </div>`;
}
