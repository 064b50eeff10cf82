import type { BoxedElement } from './boxed-element.js';
import { textScale } from './text-scale.js';

/**
 * Calls `onWidth` with the element's width, in px at the default text size, whenever it changes. On
 * a server there is no ResizeObserver, so it is never called.
 */
export function followWidth(host: BoxedElement, onWidth: (width: number) => void) {
  const observer =
    globalThis.ResizeObserver &&
    new ResizeObserver(([entry]) => onWidth(Math.floor(entry!.contentRect.width / textScale())));
  host.addController({
    hostConnected: () => observer?.observe(host.box),
    hostDisconnected: () => observer?.disconnect(),
  });
}
