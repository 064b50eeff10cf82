import { Kept } from '../lib/kept.js';

/**
 * What one element keeps, apart from others of its kind on the page: under its id, or without one
 * by its place among those that have none.
 *
 * @param place  where the first without an id keeps it, as all did before they had names
 */
export function keptOf<Value>(
  element: Element,
  place: string,
  parse: (given: unknown) => Value,
): Kept<Value> {
  if (element.id) return new Kept(`${place}:${element.id}`, parse, place);
  const root = element.getRootNode() as Document | ShadowRoot | Element;
  const others = root.querySelectorAll(`${element.localName}:not([id])`);
  const before = Array.from(others).indexOf(element);
  return new Kept(before > 0 ? `${place} ${before + 1}` : place, parse);
}
