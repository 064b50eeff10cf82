/** What the hash of an address says: a place and the state of its elements. */
export interface Address {
  readonly name: string;
  readonly parameters: URLSearchParams;
}

export function readAddress(): Address {
  const [name = '', query = ''] = location.hash.slice(1).split(/\?(.*)/su);
  return { name, parameters: new URLSearchParams(query) };
}

/** The page, chapter or section with this name; the first page if there is none. */
export function findPlace(name: string): HTMLElement {
  const found = document
    .querySelector('main')!
    .querySelector<HTMLElement>(`[id="${CSS.escape(name)}"]`);
  return found?.matches('.page, .chapter, [data-section]') ? found : allPages()[0]!;
}

export const allPages = () => [...document.querySelectorAll<HTMLElement>('section.page')];
export const allChapters = () => [...document.querySelectorAll<HTMLElement>('.chapter')];

/** The page of the address, as before-paint.js has read it. */
export const currentPage = () =>
  findPlace(document.documentElement.dataset['page'] ?? '').closest<HTMLElement>('.page')!;
