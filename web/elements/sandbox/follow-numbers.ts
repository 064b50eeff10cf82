import type { ReactiveControllerHost } from 'lit';

/** Whether the page wants every cell's number: --mh-quiet, as the site's settings have it. */
export const wantsNumbers = (element: Element): boolean =>
  getComputedStyle(element).getPropertyValue('--mh-quiet').trim() === 'visible';

/** Draws an element again when the page's own style changes: cells may need room for numbers. */
export function followNumbers(host: ReactiveControllerHost & HTMLElement) {
  const page = globalThis.MutationObserver && new MutationObserver(() => host.requestUpdate());
  host.addController({
    hostConnected: () =>
      page?.observe(document.documentElement, { attributeFilter: ['style', 'class'] }),
    hostDisconnected: () => page?.disconnect(),
  });
}
