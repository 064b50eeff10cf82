import type { LitElement } from 'lit';

/**
 * Once the element is drawn again: if what had the focus in it is gone or disabled, the first part
 * that one of the selectors finds has it, not the top of the page.
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

/** Once the element is drawn again, the part has the focus. */
export async function focusPart(host: LitElement, selector: string, index = 0) {
  await host.updateComplete;
  host.renderRoot.querySelectorAll<HTMLElement>(selector)[index]?.focus();
}
