import { html, type TemplateResult } from 'lit';
import { label } from '../../lib/label.js';
import { splitWords } from '../../lib/state-fields.js';
import { button, list, range, resetButton, segments } from '../../ui/controls.js';
import { seedSlider } from '../../ui/seed-slider.js';
import { textField } from '../../ui/fields.js';
import { uiWords } from '../../ui/words/index.js';
import { tokenRange } from './range.js';
import type { MemoryRun } from './run.js';
import {
  chunkChoices,
  pageChoices,
  sizes,
  tileChoices,
  tokenLimits,
  type MemoryState,
} from './state.js';
import { words } from './words/index.js';

export interface MemoryControls {
  readonly run: MemoryRun;
  readonly change: (change: Partial<MemoryState>) => void;
  /** Of tiles, pages, chunks, or words: the row in question stays. */
  readonly resize: (change: Partial<MemoryState>) => void;
  readonly choose: (spot: { readonly query: number }) => void;
  readonly reset: () => void;
}

export function memoryControls(board: MemoryControls): TemplateResult {
  const { run, change, resize, reset } = board;
  const { state, schedule, stepIndex } = run;
  const { controls } = words;
  const last = schedule.steps.length - 1;
  const size = (name: 'tile' | 'page' | 'chunk', choices: readonly number[]) =>
    segments({
      label: controls[name],
      ...{ name, value: String(state[name]) },
      choices: choices.map((value) => ({ value: String(value), label: String(value) })),
      choose: (value) => resize({ [name]: Number(value) }),
    });
  return html`<div class="row">
      <div class="walk">
        ${button(controls.back, () => change({ step: stepIndex - 1 }), 'plain', {
          disabled: stepIndex === 0,
        })}
        ${button(nextLabel(run), () => change({ step: stepIndex + 1 }), 'filled', {
          disabled: stepIndex === last,
        })}
      </div>
      ${range({
        name: controls.step[state.schedule],
        ...{ min: 1, max: last + 1, step: 1, value: stepIndex + 1, disabled: last === 0 },
        shown: uiWords.fields.outOf(stepIndex + 1, last + 1),
        set: (at) => change({ step: at - 1 }),
      })}
      ${size('tile', tileChoices)} ${size('page', pageChoices)} ${size('chunk', chunkChoices)}
    </div>
    <div class="row layer">
      ${layer(board)}
      <span class="last">${resetButton(reset)}</span>
    </div>`;
}

/** What the next step brings. */
function nextLabel({ state, schedule, step, stepIndex }: MemoryRun): string {
  const { controls, fast } = words;
  const next = schedule.steps[stepIndex + 1];
  if (!next) return controls.end;
  const queries = tokenRange(next.firstQuery, next.queries);
  const keys = tokenRange(next.firstKey, next.keys);
  const name = {
    plain: fast.passes[stepIndex + 1]?.title ?? '',
    tiled:
      next.firstQuery === step.firstQuery ? controls.nextKeys(keys) : controls.nextQueries(queries),
    cached: controls.nextToken(queries),
    paged: controls.nextToken(queries),
    chunked: controls.nextChunk(queries),
  }[state.schedule];
  return controls.next(name);
}

function layer({ run: { state, query }, change, choose, resize }: MemoryControls): TemplateResult {
  const { controls } = words;
  const { tokens, head, seed } = state;
  const { min, max } = tokenLimits;
  return html`${list({
    label: controls.row,
    value: String(query),
    choices: tokens.map((token, i) => ({
      value: String(i),
      label: `${i}: ${label(token, i, 12)}`,
    })),
    choose: (query) => choose({ query: Number(query) }),
  })}
  ${segments({
    label: controls.head,
    ...{ name: 'head', value: String(head) },
    choices: Array.from({ length: sizes.heads }, (_, i) => ({
      value: String(i),
      label: String(i),
    })),
    choose: (head) => change({ head: Number(head) }),
  })}
  ${textField({
    label: controls.tokens(min, max),
    value: tokens.join(' '),
    refuse: (text) => {
      const { length } = splitWords(text);
      return length < min || length > max ? controls.count(min, max) : null;
    },
    set: (text) => resize({ tokens: splitWords(text) }),
  })}
  ${seedSlider(seed, (seed) => change({ seed }))}`;
}
