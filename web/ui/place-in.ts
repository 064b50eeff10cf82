import { textScale } from './text-scale.js';

/** Where a pointer is in an element, in px at the default text size, also if the page scales it. */
export function placeIn(element: HTMLElement, { clientX, clientY }: MouseEvent) {
  const { left, top, width } = element.getBoundingClientRect();
  const scale = textScale() * (width / element.offsetWidth);
  return { x: (clientX - left) / scale, y: (clientY - top) / scale };
}
