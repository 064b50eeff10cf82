import { Stored } from '../lib/stored.js';

/**
 * The storage of one element, separate from other elements with the same tag: its key is the
 * element's id or, without one, its position among the elements without an id.
 *
 * @param place  the key of the first element without an id; earlier releases used it for all
 */
export function elementStorage<Value>(
  element: Element,
  place: string,
  parse: (input: unknown) => Value,
): Stored<Value> {
  if (element.id) return new Stored(`${place}:${element.id}`, parse, place);
  const root = element.getRootNode() as Document | ShadowRoot | Element;
  const others = root.querySelectorAll(`${element.localName}:not([id])`);
  const before = Array.from(others).indexOf(element);
  return new Stored(before > 0 ? `${place} ${before + 1}` : place, parse);
}
