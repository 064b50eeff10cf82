import { html, nothing, type TemplateResult } from 'lit';
import type { GridCell } from '../../lib/grid.js';
import { layOutMaps, roomForNumber, type MapsLayout } from '../../lib/map-layout.js';
import { lessonModel } from '../../lib/lesson/model.js';
import { limits, presets, starts, type SandboxState } from './state.js';
import { layOutSentence } from './sentence-layout.js';
import { part } from '../../lib/tensor-view.js';
import type { CellStep } from '../../ui/cell-drag.js';
import { button, resetButton } from '../../ui/controls.js';
import { notice, type Notice } from '../../ui/notice.js';
import type { Question, Verdict } from '../../ui/predict.js';
import type { ControlBoard } from './controls.js';
import { answers, withoutHead } from './answers.js';
import type { ShownCell } from './session.js';
import { scaleKey } from '../../ui/scale-key.js';
import { words } from './words/index.js';
import { colourIndex, swatch } from '../../ui/swatch.js';
import { rem } from '../../ui/text-scale.js';
import { wordWidths } from './word-widths.js';

/** What the stage shows, and what it does on input, in addition to the controls. */
export interface SandboxView extends ControlBoard {
  readonly width: number;
  readonly theme: string;
  /** The cell under the pointer or focus, or the pinned one. */
  readonly shown: ShownCell;
  readonly problem: Notice | null;
  /** Whether every cell shows its number. */
  readonly numbers: boolean;
  readonly isEditing: boolean;
  /** Whether the sentence's editor is loaded, which happens when it is first opened. */
  readonly hasEditor: boolean;
  readonly isLayerOpen: boolean;
  /** null while they are closed, or not loaded. */
  readonly layerControls: ((board: ControlBoard) => TemplateResult) | null;
  /** The current question, or the last verdict. */
  readonly predict: {
    readonly question: Question | null;
    readonly verdict: Verdict | null;
    readonly guess: (event: CustomEvent<number>) => void;
  };
  /** Pins another cell, without a new run. */
  readonly move: (change: Partial<SandboxState>) => void;
  readonly preview: (head: number, cell: GridCell | null) => void;
  /** Plus or minus was pressed at a weight, which cannot be changed. */
  readonly refuse: (head: number, cell: GridCell) => void;
  readonly step: (head: number, event: CustomEvent<number>) => void;
}

/** The sentence, the model's predictions, the learner's prediction, and the maps of all heads. */
export function sandboxStage(view: SandboxView): TemplateResult {
  const { problem, isLayerOpen, hasEditor } = view;
  const warning = problem ? notice(problem) : nothing;
  return html`${band(view)}${hasEditor ? editor(view) : nothing}${isLayerOpen ? nothing : warning}
  ${maps(view)}${notes(view)}${isLayerOpen ? warning : nothing}`;
}

/** Width of the column beside the sentence, including the gap. */
const besideWidth = 520;
/** Width of the column of buttons after the last word. */
const editWidth = 96;

function band(view: SandboxView): TemplateResult {
  const { run, width, move, predict } = view;
  const { tokens, query, removed, tie } = run.state;
  const ems = wordWidths(tokens);
  const room = width - besideWidth - editWidth;
  const isBeside = width >= 900 && layOutSentence(ems, room).mode === 'line';
  const isEditBeside = isBeside || width >= 720;
  const { question, verdict, guess } = predict;
  return html`<div class="band ${isBeside ? 'beside' : ''}">
    <div class="ask">
      <mh-predict compact .prediction=${question} .verdict=${verdict} @guess=${guess}></mh-predict>
    </div>
    <div class="sentence ${isEditBeside ? 'edit-beside' : ''}">
      <mh-sentence
        .tokens=${tokens}
        .weights=${run.trace.weights}
        .query=${query}
        .removed=${removed}
        .tied=${tie}
        .label=${words.sentence.label}
        .indexed=${true}
        .width=${isBeside ? room : isEditBeside ? width - editWidth : width}
        @query-change=${(event: CustomEvent<number>) => move({ query: event.detail, key: null })}
      ></mh-sentence>
      ${edit(view)}
    </div>
    ${answers(run)}
  </div>`;
}

/** The buttons that open the editor and switch to the other example sentence. */
function edit({ wanted, isEditing, change, flip, reset }: SandboxView): TemplateResult {
  const { edit, preset } = words.sentence;
  const isLong = wanted.tokens.join(' ') === presets.long.join(' ');
  const other = isLong ? presets.short : presets.long;
  const query = isLong ? starts.trained.query : other.length - 1;
  const take = () => change({ tokens: other, query, key: null });
  return html`<p class="edit">
    ${button(edit, () => flip('isEditing'), 'link', { expanded: isEditing })}
    ${button(preset(other.length), take, 'link')}
    <span class="reset-below">${resetButton(reset)}</span>
  </p>`;
}

function editor({ model, wanted, change, flip }: SandboxView): TemplateResult {
  const isTrained = wanted.weights === 'trained';
  return html`<mh-sentence-editor
    .tokens=${wanted.tokens}
    .vocabulary=${isTrained ? model.trained.vocabulary : null}
    .most=${isTrained ? lessonModel.tokens : limits.tokens}
    @tokens-change=${(event: CustomEvent<string[]>) => change({ tokens: event.detail })}
    @editor-close=${() => flip('isEditing')}
  ></mh-sentence-editor>`;
}

/** Notes on the picture and on the layer. */
function notes(view: SandboxView): TemplateResult {
  const { run, isLayerOpen, layerControls, flip } = view;
  const { weights, tokens, query, heads, dModel, seed } = run.state;
  const { change, close, layer, origin } = words.maps;
  return html`<div class="notes">
      <p class="layer">${words.sentence.beside(tokens[query]!, heads)}</p>
      ${run.answers ? html`<p class="layer">${words.trained.measured}</p>` : nothing}
      <p class="layer">
        ${layer(heads, run.dHead, dModel)} ${origin[weights](seed, lessonModel.seeds)}
        ${button(isLayerOpen ? close : change, () => flip('isLayerOpen'), 'link', {
          expanded: isLayerOpen,
        })}
      </p>
    </div>
    ${layerControls?.(view) ?? nothing}`;
}

function maps(view: SandboxView): TemplateResult {
  const { run, width, numbers, move } = view;
  const { tokens, heads, head } = run.state;
  const longest = Math.max(...tokens.map((token) => token.length));
  const layout = layOutMaps(width, heads, tokens.length, longest, numbers);
  const isTabs = layout.mode === 'tabs';
  const shown = isTabs ? [head] : Array.from({ length: heads }, (_, h) => h);
  const mapWidth = layout.label + tokens.length * (layout.cell + layout.gap) - layout.gap;
  const { key, keyAll, keyDense } = words.maps;
  const legend = layout.cell < roomForNumber ? keyDense : numbers ? keyAll : key;
  return html`${
      isTabs
        ? html`<mh-head-tabs
            .run=${run}
            .width=${width}
            .label=${words.maps.tabs}
            .names=${run.readings.map((_, head) => words.maps.head(head))}
            @head-change=${(event: CustomEvent<number>) => move({ head: event.detail, key: null })}
          ></mh-head-tabs>`
        : nothing
    }
    <div class="maps" .style=${`--columns:${layout.columns};--map:${rem(Math.max(mapWidth, 220))}`}>
      ${shown.map((h) => map(view, h, layout))}
    </div>
    ${scaleKey('share', 1, legend)}`;
}

function map(view: SandboxView, head: number, layout: MapsLayout): TemplateResult {
  const { run, shown, theme, move, preview, refuse, step } = view;
  const { tokens, query, removed, tie } = run.state;
  const { maps } = words;
  const { pattern, share, key } = run.readings[head]!;
  const chosen = head === shown.head ? shown : null;
  return html`<section>
    <h3>
      ${swatch(colourIndex(head, tie))}<span>${maps.head(head)}</span>
      <span class="reading"
        >${removed.includes(head) ? maps.removed : maps.reading[pattern](share, tokens[key]!)}</span
      >
    </h3>
    <mh-heat-map
      data-head=${head}
      .matrix=${part(run.trace.weights, head)}
      .mask=${part(run.trace.maskedScores, head)}
      .kind=${'share'}
      .rows=${tokens}
      .columns=${tokens}
      .cell=${layout.cell}
      .gap=${layout.gap}
      .labelWidth=${layout.label}
      .pulled=${query}
      .chosen=${chosen}
      .name=${maps.name(head)}
      .theme=${theme}
      @cell-preview=${(event: CustomEvent<GridCell | null>) => preview(head, event.detail)}
      @cell-pin=${({ detail }: CustomEvent<GridCell>) =>
        move({ head, query: detail.row, key: detail.column })}
      @cell-release=${() => move({ key: null })}
      @cell-step=${({ detail }: CustomEvent<CellStep>) => refuse(head, detail.cell)}
      @map-step=${(event: CustomEvent<number>) => step(head, event)}
    ></mh-heat-map>
    <div class="measured">
      <p>${maps.entropy(run.entropy[head]!)}</p>
      ${withoutHead(view, head)}
    </div>
  </section>`;
}
