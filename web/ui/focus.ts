import type { LitElement, ReactiveController } from 'lit';

/**
 * Keeps the keyboard's place: if a redraw removes or disables the focused part, the next part that
 * can take the focus gets it, in the smallest group that is still there. Otherwise the focus would
 * move to the top of the page.
 */
export class FocusKeeper implements ReactiveController {
  /** Around the focused part; where it was, after a redraw that removes it. */
  #place: Range | undefined;

  constructor(private readonly host: LitElement) {}

  hostUpdate() {
    const focused = this.host.shadowRoot?.activeElement;
    this.#place = focused ? around(focused) : undefined;
  }

  hostUpdated() {
    const focused = this.host.shadowRoot!.activeElement;
    if (this.#place && !focused?.matches(':not(:disabled)')) focusNext(this.#place);
  }
}

function around(part: Element): Range {
  const range = new Range();
  range.selectNode(part);
  return range;
}

function focusNext(place: Range) {
  const root = place.startContainer.getRootNode() as ShadowRoot;
  for (let group = place.startContainer as Element | null; group; group = group.parentElement) {
    const parts = [...group.querySelectorAll<HTMLElement>('*')].filter(canTakeFocus);
    const next = parts.findIndex((part) => place.comparePoint(part, 0) >= 0);
    for (const part of [...parts.splice(next), ...parts.reverse()]) {
      part.focus();
      if (part.matches(':focus')) return;
    }
  }
  // The page's own parts are not ours to focus.
  if (root.host.getRootNode() !== document) focusNext(around(root.host));
}

/** By the Tab key, or as a paragraph that was made to be read next. */
const canTakeFocus = (part: HTMLElement) => part.tabIndex >= 0 || part.matches('p[tabindex]');

/** Focuses a part after the next update. */
export async function focusPart(host: LitElement, selector: string) {
  await host.updateComplete;
  host.renderRoot.querySelector<HTMLElement>(selector)?.focus();
}
