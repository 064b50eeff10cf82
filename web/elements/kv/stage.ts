import { html, nothing, type TemplateResult } from 'lit';
import { rem } from '../../ui/text-scale.js';
import { bytesText } from './amounts.js';
import { columnOf, formMarks, isChosenForm, keptRows, ringPlace } from './drawing.js';
import { heads } from './groups.js';
import {
  bottom,
  columnsOf,
  formHeight,
  formsAbreast,
  headCentre,
  layOutForm,
  rowHeight,
  top,
  type Column,
  type FormLayout,
} from './layout.js';
import { markViews, placeStyle } from '../../ui/marks.js';
import { tabs } from '../../ui/tabs.js';
import type { FormRun, KvRun } from './run.js';
import { forms, type Form } from './state.js';
import { words } from './words/index.js';

export interface StageBoard {
  readonly run: KvRun;
  readonly width: number;
  readonly theme: string;
  /** What the last move of a line did, or why it was not made. */
  readonly note: string;
  readonly chooseForm: (form: Form) => void;
  readonly chooseHead: (head: number) => void;
  readonly onHeadKey: (event: KeyboardEvent) => void;
  /** The chosen head reads this column of this form. */
  readonly read: (form: Form, column: number) => void;
  readonly onRingKey: (event: KeyboardEvent, form: Form) => void;
  readonly onRingDown: (event: PointerEvent, form: Form, columns: readonly Column[]) => void;
}

/** The four forms: side by side, in two rows, or one at a time as tabs. */
export function kvStage(board: StageBoard): TemplateResult {
  const { run, width } = board;
  const layout = layOutForm(width);
  const abreast = formsAbreast(width);
  const isTabs = abreast === 1;
  const shown = isTabs ? [run.state.form] : forms;
  return html`${isTabs ? formTabs(board) : nothing}
    <div class="forms" dir="ltr" .style=${`--abreast:${abreast}`}>
      ${shown.map((form) => formView(run.forms[form], layout, board, isTabs))}
    </div>
    <p class="hint moved">
      <span role="status">${board.note}</span>
      ${board.note ? nothing : words.stage.explanation(run.state.head)}
    </p>
    ${scaleKeys(run)}`;
}

const formTabs = ({ run, chooseForm }: StageBoard): TemplateResult =>
  tabs({
    label: words.stage.forms,
    ids: forms,
    chosen: run.state.form,
    text: (form) =>
      html`${words.forms[form].name} <span>${bytesText(run.forms[form].bytesPerToken)}</span>`,
    choose: chooseForm,
  });

function formView(
  form: FormRun,
  layout: FormLayout,
  board: StageBoard,
  isTab: boolean,
): TemplateResult {
  const { run, theme } = board;
  const columns = columnsOf(form, layout);
  const limit = form.form === 'mla' ? run.scales.latent : run.scales.heads;
  return html`<section class="form" aria-label=${words.forms[form.form].name}>
    ${isTab ? nothing : heading(form, board)}
    <p class="about">${words.forms[form.form].about(run.state.kvHeads)}</p>
    <div class="drawing" .style=${`inline-size:${rem(layout.width)};block-size:${rem(formHeight)}`}>
      ${columns.map(
        ({ x }, i) =>
          html`<mh-map-picture
            kind="signed"
            .theme=${theme}
            .matrix=${keptRows(form.columns[i]!.kept, run.state.letters)}
            .limit=${limit}
            .cell=${layout.cell}
            .cellHeight=${rowHeight}
            .gap=${0}
            .style=${`inset-inline-start:${rem(x)};inset-block-start:${rem(top.cells)}`}
          ></mh-map-picture>`,
      )}
      <svg
        class="marks"
        viewBox="0 0 ${layout.width} ${formHeight}"
        .style=${`inline-size:${rem(layout.width)}`}
        aria-hidden="true"
      >
        ${markViews(formMarks(run, form, layout))}
      </svg>
      ${headButtons(form, layout, board)} ${columnButtons(form, columns, board)}
      ${ring(form, columns, board)}
    </div>
  </section>`;
}

const heading = ({ form, bytesPerToken }: FormRun, { run, chooseForm }: StageBoard) =>
  html`<h3>
    <button type="button" aria-pressed=${isChosenForm(run, form)} @click=${() => chooseForm(form)}>
      ${words.forms[form].name}</button
    ><span><b>${bytesText(bytesPerToken)}</b> ${words.stage.perLetter}</span>
  </h3>`;

/** One tab stop for all heads of a form; arrow keys choose another. */
function headButtons(
  form: FormRun,
  layout: FormLayout,
  { run, chooseHead, onHeadKey }: StageBoard,
): TemplateResult {
  return html`<div role="radiogroup" aria-label=${words.stage.heads} @keydown=${onHeadKey}>
    ${Array.from({ length: heads }, (_, head) => {
      const isChosen = head === run.state.head;
      const column = columnOf(form, head);
      return html`<button
        type="button"
        role="radio"
        class="over"
        aria-checked=${isChosen}
        aria-label=${words.stage.reads(head, form.form, column)}
        tabindex=${isChosen ? 0 : -1}
        .style=${placeStyle({
          ...{ x: headCentre(layout, head) - layout.pitch / 2, y: -6 },
          ...{ width: layout.pitch, height: 40 },
        })}
        @click=${() => chooseHead(head)}
      ></button>`;
    })}
  </div>`;
}

/** A tap on a column does what dragging does. */
function columnButtons(
  { form }: FormRun,
  columns: readonly Column[],
  { run, read }: StageBoard,
): TemplateResult | typeof nothing {
  if (form !== 'gqa') return nothing;
  return html`${columns.map(
    ({ x, width }, column) =>
      html`<button
        type="button"
        class="over column"
        aria-label=${words.stage.letRead(run.state.head, column)}
        .style=${placeStyle({
          ...{ x: x - 6, y: top.name - 9 },
          ...{ width: width + 12, height: bottom - top.name + 9 },
        })}
        @click=${() => read(form, column)}
      ></button>`,
  )}`;
}

/** The ring's target ends where the one of its column begins. */
function ring(
  form: FormRun,
  columns: readonly Column[],
  { run, onRingKey, onRingDown }: StageBoard,
): TemplateResult {
  const { head } = run.state;
  const { x, y } = ringPlace(form, columns, head);
  return html`<button
    type="button"
    class="over ring"
    aria-label=${words.stage.ring(head, form.form, columnOf(form, head))}
    .style=${placeStyle({ x: x - 16, y: y - 25, width: 32, height: 32 })}
    @keydown=${(event: KeyboardEvent) => onRingKey(event, form.form)}
    @pointerdown=${(event: PointerEvent) => onRingDown(event, form.form, columns)}
  ></button>`;
}

function scaleKeys({ scales }: KvRun): TemplateResult {
  const key = (name: string, limit: number) =>
    html`<p class="scale">
      <span>${name}</span>
      <span class="extent" dir="ltr"
        ><span>−${limit}</span><span class="gradient signed"></span><span>+${limit}</span></span
      >
    </p>`;
  return html`<div class="scales">
    ${key(words.stage.keysAndValues, scales.heads)} ${key(words.stage.latentScale, scales.latent)}
  </div>`;
}
