import { html, nothing, type TemplateResult } from 'lit';
import { button } from '../../ui/controls.js';
import { stopButton } from '../../ui/stop-button.js';
import { words } from './words/index.js';

/** The actions of a cell; null for those that are not available. */
interface CellControls {
  readonly isExercise: boolean;
  readonly run: () => void;
  /** Shown instead of Run while something runs. */
  readonly stop: (() => void) | null;
  readonly restore: () => void;
  readonly runAll: (() => void) | null;
  readonly reset: (() => void) | null;
  readonly showSolution: (() => void) | null;
}

export function controlsView(acts: CellControls): TemplateResult {
  const isMac = /Mac|iPhone|iPad/u.test(navigator.platform);
  const run = acts.isExercise ? words.runAndCheck : words.run;
  const link = (label: string, act: (() => void) | null) =>
    act ? button(label, act, 'link') : nothing;
  return html`<div class="row">
    ${acts.stop ? stopButton(words.stop, acts.stop, 'filled') : button(run, acts.run, 'filled')}
    ${button(words.restore, acts.restore)} ${link(words.runAll, acts.runAll)}
    ${link(words.reset, acts.reset)} ${link(words.showSolution, acts.showSolution)}
    <span class="keys" id="keys">${isMac ? words.keysOnMac : words.keys}</span>
  </div>`;
}

export function solutionView(solution: string): TemplateResult {
  return html`<div class="solution">
    <p>${words.solution}</p>
    <pre dir="ltr" tabindex="0"><code>${solution.trimEnd()}</code></pre>
  </div>`;
}
