import type { ReactiveControllerHost } from 'lit';

/** Whether the page shows the number of every cell (--mh-quiet: visible). */
export const wantsNumbers = (element: Element): boolean =>
  getComputedStyle(element).getPropertyValue('--mh-quiet').trim() === 'visible';

/** Draws an element again when the page's style changes, since cells may need room for numbers. */
export function followNumbers(host: ReactiveControllerHost & HTMLElement) {
  const page = globalThis.MutationObserver && new MutationObserver(() => host.requestUpdate());
  host.addController({
    hostConnected: () =>
      page?.observe(document.documentElement, { attributeFilter: ['style', 'class'] }),
    hostDisconnected: () => page?.disconnect(),
  });
}
