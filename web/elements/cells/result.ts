import { html, nothing, type TemplateResult } from 'lit';
import type { LessonCell } from './programs/index.js';
import { describeError } from './python/service.js';
import type { CellResult, CellRun } from './run.js';
import { button } from '../../ui/controls.js';
import { icon } from '../../ui/icons.js';
import { inEnglish } from '../../ui/in-english.js';
import { withSymbols } from '../../ui/symbols.js';
import { notice } from '../../ui/notice.js';
import { words } from './words/index.js';
import { uiWords } from '../../ui/words/index.js';

/** The output, the error with its line, a hint, and the verdict of the check. */
export function resultView(
  { output, isCut, ran }: CellResult,
  name: string,
  hint: string,
  lesson: LessonCell | undefined,
): TemplateResult {
  const error = ran?.error ? describeError(ran.error, name).text : '';
  const printed = output ? html`<pre>${output}</pre>` : nothing;
  const wrong = error ? html`<pre class="error">${inEnglish(error)}</pre>` : nothing;
  return html`<div
      class="output"
      dir="ltr"
      role="log"
      aria-label=${words.output}
      tabindex=${output || error ? 0 : nothing}
    >
      ${printed}${wrong}
    </div>
    ${isCut ? html`<p class="hint">${words.cut}</p>` : nothing}
    ${hint ? html`<p class="hint">${hint}</p>` : nothing}
    ${ran && ran.failing !== null ? verdict(ran.failing, lesson) : nothing}`;
}

function verdict(failing: string, lesson: LessonCell | undefined): TemplateResult {
  const { passes, fails } = words;
  const isRight = failing === '';
  return html`<div class="verdict">
    ${icon(isRight ? 'right' : 'wrong')}
    <p>
      <b>${isRight ? passes : fails}</b>
      ${inEnglish(html`${isRight ? withSymbols(lesson?.passed ?? '') : failing}`)}
    </p>
  </div>`;
}

/** Messages about a run: the worker broke, it was stopped, Python takes long to start. */
export function courseView({ broken, phase, isSlow }: CellRun, isReady: boolean): TemplateResult {
  return html`${broken ? html`<p class="hint" role="alert">${words.broken} ${inEnglish(broken)}</p>` : nothing}
  ${phase === 'stopped' ? html`<p class="hint">${words.stopped}</p>` : nothing}
  ${isSlow && !isReady ? html`<p class="hint" role="status">${words.starting}</p>` : nothing}`;
}

/** If Python cannot run: the recorded output, marked as such, and why. */
export function recordingView(
  recorded: string,
  why: Error,
  isMissing: boolean,
  retry: () => void,
): TemplateResult {
  const recordedOutput = html`<p class="hint">${words.recorded}</p>
    <div class="output" dir="ltr" tabindex="0"><pre>${recorded}</pre></div>`;
  return html`${recorded ? recordedOutput : nothing}
  ${notice({
    title: isMissing ? words.missing : words.refused,
    why: html`${isMissing ? nothing : words.refusedWhy} ${inEnglish(why.message)}`,
    repair: { label: uiWords.engine.retry, act: retry },
  })}`;
}

/** A note on code from a link, with a question before it runs. */
export function linkView(isAsking: boolean, agree: () => void): TemplateResult {
  const { fromLink, fromLinkAsks, fromLinkWhy, fromLinkRun } = words;
  if (!isAsking) return html`<p class="hint">${fromLink}</p>`;
  return html`<div class="notice question" role="alert" tabindex="-1">
    <p><b>${fromLinkAsks}</b></p>
    <p>${fromLinkWhy}</p>
    ${button(fromLinkRun, agree)}
  </div>`;
}
