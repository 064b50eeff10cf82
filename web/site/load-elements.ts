import { descriptions, loadElement } from '../elements/described.js';
import type { ElementClass } from '../ui/register.js';

/**
 * Loads the elements below a page.
 * @return by tag; null where one cannot be fetched: their text in HTML stays
 */
export async function loadElements(
  page: Element,
): Promise<ReadonlyMap<string, ElementClass> | null> {
  const tags = new Set([...page.querySelectorAll('*')].map(({ localName }) => localName));
  const wanted = [...descriptions].filter(([tag]) => tags.has(tag));
  try {
    const load = async ([tag, description]: (typeof wanted)[number]) =>
      [tag, await loadElement(tag, description)] as const;
    return new Map(await Promise.all(wanted.map(load)));
  } catch {
    return null; // the next page tries again
  }
}
