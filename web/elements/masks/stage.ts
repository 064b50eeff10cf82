import { css, html, type TemplateResult } from 'lit';
import { part, largestMagnitude } from '../../lib/tensor-view.js';
import { button } from '../../ui/controls.js';
import type { PaintDetail } from './editor.js';
import { headMaps, type HeadMaps } from './maps.js';
import { words } from './words/index.js';
import { hintText, strongText } from '../../ui/style-parts.js';

export interface MasksStage extends HeadMaps {
  readonly paint: (detail: PaintDetail) => void;
  readonly endDrag: () => void;
  readonly chooseRow: (row: number) => void;
  /** Null where there is nothing to undo, or to redo. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
}

/** The mask, and beside it what it makes of the weights of every head. */
export function masksStage(stage: MasksStage): TemplateResult {
  const { layout } = stage;
  return html`<div
    class="mask-and-maps ${layout.mode} ${layout.mode === 'tabs' ? '' : 'two-by-two'}"
  >
    ${editor(stage)}
    <svg class="leads-to" width="44" height="12" viewBox="0 0 44 12" aria-hidden="true">
      <path d="M0 6h42M36 1l6 5-6 5" fill="none" stroke="currentColor" />
    </svg>
    ${headMaps(stage)}
  </div>`;
}

function editor({
  run,
  layout,
  paint,
  endDrag,
  chooseRow,
  undo,
  redo,
}: MasksStage): TemplateResult {
  const { state, keys, count, added, seen } = run;
  const { head, masked, preset } = state;
  const say = words.editor;
  const bias = part(added, head);
  const isBiased = preset === 'alibi' && masked;
  return html`<section class="editor">
    <h3>${say.title}</h3>
    <p class="about">${isBiased ? say.addedTo(head) : masked ? say.added : say.waits}</p>
    <mh-mask-editor
      .added=${bias}
      .seen=${masked ? seen : allSeen(seen)}
      .limit=${isBiased ? largestMagnitude(bias) : null}
      .rows=${state.tokens}
      .columns=${keys}
      .cell=${layout.editor.cell}
      .gap=${layout.editor.gap}
      .labelWidth=${layout.editor.label}
      .pulled=${state.row}
      ?waits=${!masked}
      .name=${say.title}
      @mask-paint=${({ detail }: CustomEvent<PaintDetail>) => paint(detail)}
      @mask-rest=${endDrag}
      @mask-row=${({ detail }: CustomEvent<number>) => chooseRow(detail)}
    ></mh-mask-editor>
    <p class="how">${say.how()}</p>
    <p class="count">
      <b>${count.seen}</b>
      <span
        >${say.count(count.all, words.presets.title[run.tab], count.preset, count.hidden, count.shown)}</span
      >
    </p>
    <p class="history">
      ${button(undo ? say.undo : say.nothingToUndo, () => undo?.(), 'link', { disabled: !undo })}
      ${button(redo ? say.redo : say.nothingToRedo, () => redo?.(), 'link', { disabled: !redo })}
    </p>
  </section>`;
}

const allSeen = ({ shape, data }: { shape: readonly number[]; data: Float32Array }) => ({
  shape,
  data: data.map(() => 1),
});

export const stageStyles = css`
  .mask-and-maps {
    display: grid;
    gap: 24px;
    margin-block-start: 20px;
  }
  .mask-and-maps.abreast {
    grid-template-columns: max-content 44px minmax(0, 1fr);
    gap: 20px;
  }
  .leads-to {
    display: none;
  }
  .abreast .leads-to {
    display: block;
    margin-block-start: 13rem;
    color: var(--mh-line);
  }
  .editor {
    max-inline-size: 26rem;
  }
  .abreast .editor {
    min-inline-size: 21rem;
  }
  .abreast .editor > :not(mh-mask-editor) {
    contain: inline-size; /* long words must not take the room of the maps */
  }
  .editor h3 {
    font: 600 var(--mh-label) var(--mh-font-ui);
  }
  .editor :is(.about, .how) {
    ${hintText}
  }
  .editor .about {
    margin-block-end: 8px;
    min-block-size: 1.25rem;
  }
  .editor .how {
    margin-block-start: 12px;
    max-inline-size: 21rem;
  }
  .editor .count {
    display: flex;
    align-items: baseline;
    gap: 10px;
    min-block-size: 3rem;
    margin-block-start: 12px;
    max-inline-size: 21rem;
    color: var(--mh-ink-2);
  }
  .editor .count b {
    color: var(--mh-ink);
    font: 400 1.5rem/1.75rem var(--mh-font-prose);
  }
  .editor .how b {
    ${strongText}
  }
  .history {
    display: flex;
    flex-wrap: wrap;
    gap: 0 20px;
  }
  .history button[disabled] {
    text-decoration-line: none;
  }
`;
