import { html, nothing, type TemplateResult } from 'lit';
import { button, list, range, resetButton, toggle } from '../../ui/controls.js';
import { seedSlider } from '../../ui/seed-slider.js';
import { textField, integerField } from '../../ui/fields.js';
import { uiWords } from '../../ui/words/index.js';
import {
  kinds,
  limits,
  presetOf,
  presets,
  type Kind,
  type PipelineState,
  type Preset,
} from './state.js';
import { words } from './words/index.js';

export interface ControlBoard {
  readonly wanted: PipelineState;
  readonly isOpen: boolean;
  /** The question was answered: the transpose can be left out and put back. */
  readonly canSkip: boolean;
  readonly change: (change: Partial<PipelineState>) => void;
  readonly reset: () => void;
  readonly flip: () => void;
}

const counts = (most: number) => Array.from({ length: most }, (_, i) => i + 1);
const asChoices = (values: readonly number[]) =>
  values.map((value) => ({ value: String(value), label: String(value) }));

/** What changes the picture: the layer, and how many tokens and heads it has. */
export function pipelineControls(board: ControlBoard): TemplateResult {
  const { wanted, isOpen, canSkip, change, reset, flip } = board;
  const { controls } = words;
  return html`<div class="row">
      <div class="layer">
        ${list({
          label: controls.layer,
          value: presetOf(wanted) ?? '',
          choices: [
            ...(Object.keys(presets) as Preset[]).map((value) => ({
              value,
              label: controls.presets[value],
            })),
            ...(presetOf(wanted) ? [] : [{ value: '', label: controls.own }]),
          ],
          choose: (name) => choosePreset(name, board),
        })}
      </div>
      ${tokenRanges(board)} ${headLists(board)}
    </div>
    ${isOpen ? moreControls(board) : nothing}
    <div class="end">
      ${canSkip ? toggle({ label: controls.skip, on: wanted.skip, set: (skip) => change({ skip }) }) : nothing}
      ${button(isOpen ? uiWords.figure.less : uiWords.figure.more, flip, 'link', { expanded: isOpen })}
      ${resetButton(reset)}
    </div>`;
}

function choosePreset(name: string, { wanted, change }: ControlBoard) {
  if (name === '') return;
  const { skip } = wanted;
  change({ ...presets[name as Preset], skip });
}

const tokenRanges = ({ wanted, change }: ControlBoard): TemplateResult =>
  html`${range({
    name: words.controls.tokens,
    ...{ min: 1, max: limits.tokens, step: 1, value: wanted.tokens },
    set: (tokens) => change({ tokens }),
  })}
  ${
    wanted.kind === 'cross'
      ? range({
          name: words.controls.keys,
          ...{ min: 1, max: limits.tokens, step: 1, value: wanted.memory },
          set: (memory) => change({ memory }),
        })
      : nothing
  }`;

/** Heads that split the width, unless heads have a width of their own. */
function headLists({ wanted, change }: ControlBoard): TemplateResult {
  const { heads, kvHeads, dModel, dHead } = wanted;
  const possible = counts(limits.heads).filter(
    (count) => dHead !== null || dModel % count === 0 || count === heads,
  );
  const groups = counts(heads).filter((count) => heads % count === 0 || count === kvHeads);
  return html`${list({
    label: words.controls.heads,
    value: String(heads),
    choices: asChoices(possible),
    choose: (text) => {
      const count = Number(text);
      change({ heads: count, kvHeads: kvHeads !== null && count % kvHeads === 0 ? kvHeads : null });
    },
  })}
  ${list({
    label: words.controls.kvHeads,
    value: String(kvHeads ?? heads),
    choices: asChoices(groups),
    choose: (count) => change({ kvHeads: Number(count) }),
  })}`;
}

function moreControls({ wanted, change }: ControlBoard): TemplateResult {
  const { controls } = words;
  const { batch, kind, dModel, dHead, heads, lengths } = wanted;
  const width = String(dHead ?? '');
  return html`<div class="row">
    ${list({
      label: controls.kind,
      value: kind,
      choices: kinds.map((value) => ({ value, label: controls.kinds[value] })),
      choose: (value) => change({ kind: value as Kind }),
    })}
    ${range({
      name: controls.batch,
      ...{ min: 1, max: limits.batch, step: 1, value: batch },
      set: (value) => change({ batch: value }),
    })}
    ${integerField({
      ...{ label: controls.dModel, min: 1, max: limits.dModel, value: dModel },
      set: (value) => change({ dModel: value }),
    })}
    ${list({
      label: controls.dHead,
      value: width,
      choices: [
        { value: '', label: dModel % heads === 0 ? controls.usual(String(dModel / heads)) : '–' },
        ...asChoices(
          [...new Set([2, 4, 8, 16, 20, 32, 64, 128, ...(dHead === null ? [] : [dHead])])].sort(
            (a, b) => a - b,
          ),
        ),
      ],
      choose: (value) => change({ dHead: value === '' ? null : Number(value) }),
    })}
    ${textField({
      label: controls.lengths,
      value: lengths.join(', '),
      refuse: (text) =>
        readLengths(text, wanted) ? null : controls.noLengths(keysMost(wanted), batch),
      set: (text) => change({ lengths: readLengths(text, wanted) ?? [] }),
    })}
    ${seedSlider(wanted.seed, (seed) => change({ seed }))}
  </div>`;
}

const keysMost = ({ kind, tokens, memory }: PipelineState) => (kind === 'cross' ? memory : tokens);

/** null for a text that has no lengths; without numbers there is no padding. */
function readLengths(text: string, state: PipelineState): readonly number[] | null {
  const parts = text.split(/[\s,;]+/u).filter((part) => part !== '');
  const most = keysMost(state);
  const isRight = (part: string) =>
    /^\d{1,3}$/u.test(part) && Number(part) >= 1 && Number(part) <= most;
  return parts.length <= state.batch && parts.every(isRight) ? parts.map(Number) : null;
}
