import { html, nothing, type TemplateResult } from 'lit';
import { withSymbols } from '../../ui/symbols.js';
import { factorRow } from '../../ui/factors.js';
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
