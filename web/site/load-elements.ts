import { descriptions, loadElement } from '../elements/described.js';
import type { ElementClass } from '../ui/register.js';

/**
 * Loads the elements of a page.
 * @return their classes by tag; null if one could not be fetched: then their HTML text stays
 */
export async function loadElements(
  page: Element,
): Promise<ReadonlyMap<string, ElementClass> | null> {
  const tags = new Set([...page.querySelectorAll('*')].map(({ localName }) => localName));
  const used = [...descriptions].filter(([tag]) => tags.has(tag));
  try {
    const load = async ([tag, description]: (typeof used)[number]) =>
      [tag, await loadElement(tag, description)] as const;
    return new Map(await Promise.all(used.map(load)));
  } catch {
    return null; // the next page tries again
  }
}
