import { descriptions, loadElement } from '../elements/described.js';

/**
 * Loads the elements of a page, and calls `use` with each that is defined, type by type.
 * @return false if one could not be fetched: then its HTML text stays
 */
export async function loadElements(
  page: Element,
  use: (element: HTMLElement) => void,
): Promise<boolean> {
  const load = async ([tag, elements]: [string, HTMLElement[]]) => {
    await loadElement(tag, descriptions.get(tag)!);
    elements.forEach(use);
  };
  const loaded = await Promise.allSettled([...elementsByTag(page)].map(load));
  return loaded.every(({ status }) => status === 'fulfilled');
}

function elementsByTag(page: Element): Map<string, HTMLElement[]> {
  const found = new Map<string, HTMLElement[]>();
  for (const element of page.querySelectorAll<HTMLElement>('*')) {
    const { localName } = element;
    if (!descriptions.has(localName)) continue;
    found.set(localName, [...(found.get(localName) ?? []), element]);
  }
  return found;
}
