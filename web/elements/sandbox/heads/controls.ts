import { html, type TemplateResult } from 'lit';
import { resetButton, toggle } from '../../../ui/controls.js';
import { headsInUse } from '../heads-in-use.js';
import { starts } from '../state.js';
import type { HeadsState } from './state.js';
import { words } from './words/index.js';

/** The two switches that answer the figure's question. */
export function headsControls(
  { removed, tie }: HeadsState,
  change: (change: Partial<HeadsState>) => void,
  reset: () => void,
): TemplateResult {
  const { controls } = words;
  return html`<div class="switches">
    ${headsInUse({
      label: controls.headsInUse,
      heads: starts.trained.heads,
      removed,
      tie: false, // each keeps its colour, so that you see four arcs do the same
      set: (removed) => change({ removed }),
    })}
    ${toggle({ label: controls.tie, on: tie, set: (tie) => change({ tie }) })}
    <div class="reset">${resetButton(reset)}</div>
  </div>`;
}
