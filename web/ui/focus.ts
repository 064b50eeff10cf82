import type { LitElement } from 'lit';

/**
 * After the next update: if the focused part is gone or disabled, focuses the first part that one of
 * the selectors finds. Otherwise the focus would move to the top of the page.
 */
export async function keepFocus(host: LitElement, ...next: readonly string[]) {
  const root = host.shadowRoot!;
  if (root.activeElement === null) return;
  await host.updateComplete;
  if (root.activeElement?.matches(':not(:disabled)')) return;
  next
    .map((selector) => root.querySelector<HTMLElement>(selector))
    .find((part) => part !== null)
    ?.focus();
}

/** Focuses a part after the next update. */
export async function focusPart(host: LitElement, selector: string, index = 0) {
  await host.updateComplete;
  host.renderRoot.querySelectorAll<HTMLElement>(selector)[index]?.focus();
}
