import { html, nothing, svg, type TemplateResult } from 'lit';
import { withSymbols } from '../../lib/symbols.js';
import { factorRow } from '../../ui/factors.js';
import { rem } from '../../ui/text-scale.js';
import type { Plot, PlotShape } from './plot.js';
import { factorName, type Product } from './product.js';
import { factorText } from './format.js';
import type { Stack } from './sheet.js';

/** Where it all goes: a bar for each model, its parts named on it. */
export const stackBars = (stacks: readonly Stack[]): TemplateResult =>
  html`<div class="stacks">${stacks.map(stackBar)}</div>`;

function stackBar({ name, parts, mark }: Stack): TemplateResult {
  return html`<div class="stack">
    <p class="legend"><b>${name}</b></p>
    <div class="track">
      ${parts.map(
        ({ share, look }) => html`<span class=${look} .style=${`--share:${share}`}></span>`,
      )}
      ${mark ? html`<i .style=${`--at:${mark.at}`}><small>${mark.name}</small></i>` : nothing}
    </div>
    <p class="parts">
      ${parts.map(
        ({ name, text, look }) =>
          html`<span><i class="key ${look}"></i>${withSymbols(name)} <b>${text}</b></span>`,
      )}
    </p>
  </div>`;
}

/** Screen readers read it as text. */
export const productView = ({ parts, result, note }: Product): TemplateResult =>
  html`<div aria-hidden="true">
    ${factorRow([
      ...parts.map((part) =>
        'sign' in part ? part : { value: factorText(part.value), name: factorName(part.name) },
      ),
      { sign: '=' },
      { value: result, name: note },
    ])}
  </div>`;

export const plotView = ({ width, height, shapes }: Plot): TemplateResult =>
  html`<svg
    class="plot"
    viewBox="0 0 ${width} ${height}"
    .style=${`inline-size:${rem(width)}`}
    aria-hidden="true"
  >
    ${shapes.map(plotShape)}
  </svg>`;

function plotShape(shape: PlotShape): TemplateResult {
  if ('path' in shape) return svg`<path class=${shape.look} d=${shape.path}></path>`;
  if (shape.look === 'dot') return svg`<circle cx=${shape.x} cy=${shape.y} r="5"></circle>`;
  const { look, x, y, anchor, words } = shape;
  return svg`<text class=${look} x=${x} y=${y} text-anchor=${anchor}>${words}</text>`;
}
