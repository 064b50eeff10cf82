import type { BoxedElement } from './boxed-element.js';
import { textScale } from './text-scale.js';

/**
 * Tells an element how wide it is, in px at the default text size, whenever that changes. Where
 * there is no ResizeObserver, on a server, it is never told.
 */
export function followWidth(host: BoxedElement, tell: (width: number) => void) {
  const sizes =
    globalThis.ResizeObserver &&
    new ResizeObserver(([entry]) => tell(Math.floor(entry!.contentRect.width / textScale())));
  host.addController({
    hostConnected: () => sizes?.observe(host.box),
    hostDisconnected: () => sizes?.disconnect(),
  });
}
