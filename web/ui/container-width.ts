import type { BoxedElement } from './boxed-element.js';
import { textScale } from './text-scale.js';

/**
 * Calls `onWidth` with the element's width, in px at the default text size, whenever it changes. On
 * a server there is no ResizeObserver, so it is never called.
 */
export function followWidth(host: BoxedElement, onWidth: (width: number) => void) {
  if (!globalThis.ResizeObserver) return;
  const observer = new ResizeObserver(([entry]) =>
    onWidth(Math.floor(entry!.contentRect.width / textScale())),
  );
  // It has no height. The box gets another height when it is drawn for the new width, which browsers
  // report as an error: "ResizeObserver loop completed with undelivered notifications".
  const ruler = document.createElement('div');
  host.addController({
    hostConnected: () => {
      host.box.prepend(ruler);
      observer.observe(ruler);
    },
    hostDisconnected: () => observer.disconnect(),
  });
}
