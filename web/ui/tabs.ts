import { html, nothing, type TemplateResult } from 'lit';
import { moveInRow } from './move-in-row.js';

/** Tabs of which one is chosen. */
export interface Tabs<Id extends string | number> {
  /** The name of the row for screen readers. */
  readonly label: string;
  readonly ids: readonly Id[];
  readonly chosen: Id;
  readonly text: (id: Id) => unknown;
  readonly choose: (id: Id) => void;
  /** The id of the panel that all of them fill. It is labelled by `tab-<id>`. */
  readonly panel?: string;
}

/** A row of tabs. The arrow keys choose, as in the ARIA authoring practices. */
export function tabs<Id extends string | number>(row: Tabs<Id>): TemplateResult {
  const { label, ids, chosen, text, choose, panel = nothing } = row;
  const onKey = (event: KeyboardEvent) =>
    moveInRow(event, {
      parts: '[role=tab]',
      current: ids.indexOf(chosen),
      choose: (place) => choose(ids[place]!),
    });
  return html`<div role="tablist" aria-label=${label} @keydown=${onKey}>
    ${ids.map(
      (id) =>
        html`<button
          type="button"
          role="tab"
          id="tab-${id}"
          aria-controls=${panel}
          aria-selected=${id === chosen}
          tabindex=${id === chosen ? 0 : -1}
          @click=${() => choose(id)}
        >
          ${text(id)}
        </button>`,
    )}
  </div>`;
}
