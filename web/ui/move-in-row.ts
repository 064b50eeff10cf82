import type { LitElement } from 'lit';
import { indexAfterKey } from '../lib/row-keys.js';

/** Keyboard control for a row of tabs or radio buttons: chooses and focuses another one. */
export function moveInRow(
  event: KeyboardEvent,
  row: {
    /** The selector of its buttons. The row itself has the listener. */
    readonly parts: string;
    readonly current: number;
    readonly choose: (place: number) => void;
    /** Whether up and down move too. */
    readonly isRadio?: boolean;
  },
) {
  const bar = event.currentTarget as Element;
  const { host } = bar.getRootNode() as ShadowRoot & { host: Pick<LitElement, 'updateComplete'> };
  const parts = () => bar.querySelectorAll<HTMLElement>(row.parts);
  const { direction } = getComputedStyle(bar);
  const next = indexAfterKey(event, row.current, parts().length, direction, row.isRadio);
  if (next === null) return;
  event.preventDefault();
  row.choose(next);
  void host.updateComplete.then(() => parts()[next]?.focus());
}
