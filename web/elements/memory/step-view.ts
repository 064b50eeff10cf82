import { html, type TemplateResult } from 'lit';
import { scaleKey } from '../../ui/scale-key.js';
import { headColour, swatch } from '../../ui/swatch.js';
import { stepTitle } from './describe.js';
import type { MemoryRun } from './run.js';
import { words } from './words/index.js';

/** One tick per step that really ran, those of the same queries together. */
export function now(run: MemoryRun): TemplateResult {
  const { schedule, stepIndex, state } = run;
  const { steps } = schedule;
  return html`<div class="now">
    <span class="ticks" aria-hidden="true" .style=${`--head:${headColour(state.head)}`}>
      ${steps.map(({ firstQuery }, i) => {
        const isFirst = i === 0 || firstQuery !== steps[i - 1]!.firstQuery;
        const when = i === stepIndex ? 'current' : i > stepIndex ? 'to-come' : '';
        return html`<i
          class="${when} ${isFirst && state.schedule === 'tiled' ? 'first' : ''}"
        ></i>`;
      })}
    </span>
    <span class="announced">${swatch(state.head)} ${stepTitle(run)}</span>
  </div>`;
}

export function keys({ limits, state }: MemoryRun): TemplateResult {
  const { scale, rings } = words;
  return html`<div class="keys">
    ${scaleKey('signed', limits.numbers, scale.numbers)}
    ${scaleKey('signed', limits.scores, scale.scores)}
    <p class="rings">${state.schedule === 'tiled' ? rings.tiled : rings.other}</p>
  </div>`;
}
