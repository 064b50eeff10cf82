import type { LitElement } from 'lit';
import { placeAfter } from '../lib/row-keys.js';

/** Tabs or radio buttons of ours side by side: a key chooses another, which has the focus then. */
export function moveInRow(
  event: KeyboardEvent,
  host: LitElement,
  row: {
    /** Finds its parts, in their order. */
    readonly parts: string;
    readonly now: number;
    readonly choose: (place: number) => void;
    /** Up and down move too. */
    readonly isRadio?: boolean;
  },
) {
  const parts = () => host.renderRoot.querySelectorAll<HTMLElement>(row.parts);
  const { direction } = getComputedStyle(event.currentTarget as Element);
  const next = placeAfter(event, row.now, parts().length, direction, row.isRadio);
  if (next === null) return;
  event.preventDefault();
  row.choose(next);
  void host.updateComplete.then(() => parts()[next]?.focus());
}
