import { html, nothing, type TemplateResult } from 'lit';
import { label } from '../../lib/label.js';
import { splitWords } from '../../lib/state-fields.js';
import { list, range, resetButton, segments, toggle } from '../../ui/controls.js';
import { seedSlider } from '../../ui/seed-slider.js';
import { textField } from '../../ui/fields.js';
import type { Refusal } from '../../ui/field.js';
import { headCounts, mostTokens, widths, type OutputProjectionState } from './state.js';
import { words } from './words/index.js';

export interface ProjectionControls {
  /** The state that the reader chose. If it cannot be run, the last one that could is shown. */
  readonly wanted: OutputProjectionState;
  readonly refusal: Refusal | null;
  /** All heads are in sight; otherwise the picture itself has the choice. */
  readonly isWide: boolean;
  readonly change: (change: Partial<OutputProjectionState>) => void;
  readonly reset: () => void;
}

export function projectionControls(board: ProjectionControls): TemplateResult {
  const { wanted, change, reset } = board;
  const { tokens, token, column, dModel, outputProjection } = wanted;
  const { controls } = words;
  return html`<div class="row">
      ${segments({
        label: controls.word,
        name: 'token',
        value: String(token),
        choices: tokens.map((token, i) => ({ value: String(i), label: label(token, i, 12) })),
        choose: (token) => change({ token: Number(token) }),
      })}
      ${range({
        name: controls.column,
        ...{ min: 0, max: dModel - 1, step: 1, value: column },
        set: (column) => change({ column }),
      })}
      ${board.isWide ? headChoice(wanted, (head) => change({ head })) : nothing} ${leaveOut(board)}
      ${toggle({
        label: controls.removeWo,
        on: !outputProjection,
        set: (isRemoved) => change({ outputProjection: !isRemoved }),
      })}
    </div>
    <div class="row layer">
      ${layer(board)}
      <span class="last">${resetButton(reset)}</span>
    </div>`;
}

const numbers = (heads: number) =>
  Array.from({ length: heads }, (_, i) => ({ value: String(i), label: String(i) }));

/** The head that is explained: on a phone it is the one that is shown. */
export function headChoice(
  { heads, head }: OutputProjectionState,
  choose: (head: number) => void,
): TemplateResult {
  return (heads <= 4 ? segments : list)({
    label: words.controls.head,
    name: 'head',
    value: String(head),
    choices: numbers(heads),
    choose: (head: string) => choose(Number(head)),
  });
}

function leaveOut({ wanted, change }: ProjectionControls): TemplateResult {
  const { heads, leftOut } = wanted;
  const { controls } = words;
  return (heads <= 4 ? segments : list)({
    label: controls.leaveOut,
    name: 'left-out',
    value: leftOut === null ? '' : String(leftOut),
    choices: [{ value: '', label: controls.none }, ...numbers(heads)],
    choose: (head: string) => change({ leftOut: head === '' ? null : Number(head) }),
  });
}

function layer({ wanted, refusal, change }: ProjectionControls): TemplateResult {
  const { weights, tokens, heads, dModel, seed } = wanted;
  const { controls } = words;
  const choices = (values: readonly number[]) =>
    values.map((value) => ({ value: String(value), label: String(value) }));
  return html`${textField({
    label: controls.tokens(mostTokens),
    value: tokens.join(' '),
    refusal,
    refuse: (text) => {
      const count = splitWords(text).length;
      return count > mostTokens ? controls.tooMany(count, mostTokens) : null;
    },
    set: (text) => change({ tokens: splitWords(text) }),
  })}
  ${segments({
    label: controls.weights,
    name: 'weights',
    value: weights,
    choices: (['trained', 'random'] as const).map((value) => ({
      value,
      label: controls.kinds[value],
    })),
    choose: (weights) => change({ weights }),
  })}
  ${
    weights === 'trained'
      ? nothing
      : html`${list({
          label: controls.heads,
          value: String(heads),
          choices: choices(headCounts),
          choose: (heads) => change({ heads: Number(heads) }),
        })}
        ${list({
          label: controls.dModel,
          value: String(dModel),
          choices: choices(widths),
          choose: (dModel) => change({ dModel: Number(dModel) }),
        })}
        ${seedSlider(seed, (seed) => change({ seed }))}`
  }`;
}
