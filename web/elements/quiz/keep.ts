import { html, nothing, type TemplateResult } from 'lit';
import { fromFile, toFile, type QuizProgress } from './progress.js';
import { button } from '../../ui/controls.js';
import { saveFile } from '../../ui/save-file.js';
import { words } from './words/index.js';

/** No progress file is larger than this. */
const largestFile = 2 ** 20;

/** Controls to save progress to a file, load it, copy it as text, reset it, and undo that. */
export function keep(props: {
  progress: QuizProgress;
  /** The text to copy by hand, if there is no clipboard. */
  byHand: TemplateResult | typeof nothing;
  message: string;
  canUndo: boolean;
  copy: () => void;
  replace: (progress: QuizProgress) => void;
  refuse: () => void;
  reset: () => void;
  undo: () => void;
}): TemplateResult {
  const say = words.set;
  const save = () =>
    saveFile(
      'manyheads-quizzes.json',
      new Blob([toFile(props.progress)], { type: 'application/json' }),
    );
  const onFile = async (event: Event) => {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    input.value = '';
    if (!file) return;
    const text = file.size <= largestFile ? await file.text().catch(() => '') : '';
    const progress = fromFile(text);
    if (progress) props.replace(progress);
    else props.refuse();
  };
  return html`<details class="keep">
    <summary class="link">${say.keep}</summary>
    <p>${say.kept}</p>
    <div class="row">
      ${button(say.exportFile, save)} ${button(say.copy, props.copy)}
      <label class="file"
        ><input class="unseen" type="file" accept=".json,application/json" @change=${onFile} /><span
          >${say.import}</span
        ></label
      >
      ${props.canUndo ? button(say.undo, props.undo) : button(say.reset, props.reset)}
      <span class="hint" role="status">${props.message}</span>
    </div>
    ${props.byHand}
  </details>`;
}
