import { html, nothing, type TemplateResult } from 'lit';
import type { Cell } from '../lib/grid.js';
import { layOutMaps, type MapsLayout } from '../lib/map-layout.js';
import { lessonModel } from '../lib/lesson-model.js';
import { limits, type SandboxState } from '../lib/sandbox-state.js';
import { part } from '../lib/tensor-view.js';
import { button } from './controls.js';
import { notice, type Notice } from './notice.js';
import { layerControls, type ControlBoard } from './sandbox-controls.js';
import { said, withoutHead } from './sandbox-said.js';
import { scaleKey } from './scale-key.js';
import { strings } from './strings.js';
import { swatch } from './swatch.js';
import { rem } from './text-scale.js';

export interface ShownCell extends Cell {
  readonly head: number;
}

/** What the stage reads and asks for, besides what the controls do. */
export interface SandboxView extends ControlBoard {
  readonly width: number;
  readonly theme: string;
  /** The cell under pointer or focus, or else the pinned one. */
  readonly shown: ShownCell;
  readonly problem: Notice | null;
  readonly isEditing: boolean;
  readonly isLayerOpen: boolean;
  /** Pins another cell: nothing is computed anew. */
  readonly move: (change: Partial<SandboxState>) => void;
  readonly preview: (head: number, cell: Cell | null) => void;
  readonly step: (head: number, event: CustomEvent<number>) => void;
}

/** The sentence with what can be edited beside it, and every head's map. */
export function sandboxStage(view: SandboxView): TemplateResult {
  return html`${sentence(view)}${view.isEditing ? editor(view) : nothing}
  ${view.problem ? notice(view.problem) : nothing}${said(view.run)}${layer(view)}${maps(view)}`;
}

function sentence({ run, width, isEditing, move, flip }: SandboxView): TemplateResult {
  const { tokens, heads, query, removed } = run.state;
  const isBeside = width >= 900 && tokens.length <= 8;
  const { beside, done, edit } = strings.sentence;
  return html`<div class="top ${isBeside ? 'beside' : ''}">
    <mh-sentence
      .tokens=${tokens}
      .weights=${run.trace.weights}
      .query=${query}
      .removed=${removed}
      .width=${isBeside ? width - 380 : width}
      @query-change=${(event: CustomEvent<number>) => move({ query: event.detail, key: null })}
    ></mh-sentence>
    <p class="note">
      ${beside(tokens[query]!, heads)}
      ${button(isEditing ? done : edit, () => flip('isEditing'), 'link', { expanded: isEditing })}
    </p>
  </div>`;
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

function layer(view: SandboxView): TemplateResult {
  const { run, isLayerOpen, flip } = view;
  const { weights, heads, dModel, seed } = run.state;
  const { change, close, layer, origin } = strings.maps;
  return html`<p class="layer">
      ${layer(heads, run.dHead, dModel)} ${origin[weights](seed, lessonModel.seeds)}
      ${button(isLayerOpen ? close : change, () => flip('isLayerOpen'), 'link', {
        expanded: isLayerOpen,
      })}
    </p>
    ${isLayerOpen ? layerControls(view) : nothing}`;
}

function maps(view: SandboxView): TemplateResult {
  const { run, width, move } = view;
  const { tokens, heads, head } = run.state;
  const longest = Math.max(...tokens.map((token) => token.length));
  const layout = layOutMaps(width, heads, tokens.length, longest);
  const isTabs = layout.mode === 'tabs';
  const shown = isTabs ? [head] : Array.from({ length: heads }, (_, h) => h);
  const mapWidth = layout.label + tokens.length * (layout.cell + layout.gap) - layout.gap;
  const { key, keyDense } = strings.maps;
  return html`${
      isTabs
        ? html`<mh-head-tabs
            .run=${run}
            .width=${width}
            @head-change=${(event: CustomEvent<number>) => move({ head: event.detail, key: null })}
          ></mh-head-tabs>`
        : nothing
    }
    <div class="maps" .style=${`--columns:${layout.columns};--map:${rem(Math.max(mapWidth, 220))}`}>
      ${shown.map((h) => map(view, h, layout))}
    </div>
    ${scaleKey('share', 1, layout.cell >= 32 ? key : keyDense)}
    ${run.said ? html`<p class="layer">${strings.trained.measured}</p>` : nothing}`;
}

function map(view: SandboxView, head: number, layout: MapsLayout): TemplateResult {
  const { run, shown, theme, move, preview, step } = view;
  const { tokens, query, removed } = run.state;
  const { maps } = strings;
  const { pattern, share, key } = run.readings[head]!;
  const chosen = head === shown.head ? shown : null;
  return html`<section>
    <h3>
      ${swatch(head)}<span>${maps.head(head)}</span>
      <span class="entropy">${maps.entropy(run.entropy[head]!)}</span>
    </h3>
    <p class="reading">
      ${removed.includes(head) ? maps.removed : maps.reading[pattern](share, tokens[key]!)}
    </p>
    ${withoutHead(view, head)}
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
      @cell-preview=${(event: CustomEvent<Cell | null>) => preview(head, event.detail)}
      @cell-pin=${({ detail }: CustomEvent<Cell>) =>
        move({ head, query: detail.row, key: detail.column })}
      @cell-release=${() => move({ key: null })}
      @map-step=${(event: CustomEvent<number>) => step(head, event)}
    ></mh-heat-map>
  </section>`;
}
