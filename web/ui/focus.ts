import type { LitElement } from 'lit';

/**
 * Keeps the keyboard's place: if a redraw removes or disables the focused part, the next part that
 * can take the focus gets it, in the smallest group that is still there. Otherwise the focus would
 * move to the top of the page.
 */
export function keepFocus(host: LitElement) {
  /** Around the focused part; where it was, after a redraw that removes it. */
  let place: Range | null | undefined;
  const focused = () => host.shadowRoot?.activeElement;
  host.addController({
    hostUpdate: () => {
      const part = focused();
      place = part && around(part);
    },
    hostUpdated: () => {
      if (place && !focused()?.matches(':not(:disabled)')) focusNext(place);
    },
  });
}

function around(part: Element): Range {
  const range = new Range();
  range.selectNode(part);
  return range;
}

function focusNext(place: Range) {
  for (let group = place.startContainer as Element | null; group; group = group.parentElement) {
    // The Tab key stops at these; and paragraphs that were made to be read next.
    const parts = [...group.querySelectorAll<HTMLElement>('*')].filter(
      (part) => part.tabIndex >= 0 || part.matches('p[tabindex]'),
    );
    const next = parts.findIndex((part) => place.comparePoint(part, 0) >= 0);
    for (const part of [...parts.splice(next), ...parts.reverse()]) {
      part.focus();
      if (part.matches(':focus:not(:disabled)')) return;
    }
  }
  const { host } = place.startContainer.getRootNode() as ShadowRoot;
  // The page's own parts are not ours to focus.
  if (host.getRootNode() !== document) focusNext(around(host));
}

/** Focuses a part after the next update. */
export async function focusPart(host: LitElement, selector: string) {
  await host.updateComplete;
  host.renderRoot.querySelector<HTMLElement>(selector)?.focus();
}
