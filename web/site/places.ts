/** What the hash of an address says: a place and the state of its elements. */
export interface Address {
  readonly name: string;
  readonly parameters: URLSearchParams;
}

export function readAddress(): Address {
  const [name = '', query = ''] = location.hash.slice(1).split(/\?(.*)/su);
  return { name, parameters: new URLSearchParams(query) };
}

let pages: readonly HTMLElement[] = [];

/** The pages that nobody has seen yet, and where in the document each belongs. */
const unseen = new Map<HTMLElement, Comment>();

/**
 * Takes all pages but the current one out of the document, where the browser, axe and every query
 * would go through their thousands of elements.
 */
export function startPlaces() {
  pages = [...document.querySelectorAll<HTMLElement>('section.page')];
  const current = currentPage();
  for (const page of pages) if (page !== current) takeOut(page);
}

function takeOut(page: HTMLElement) {
  const place = document.createComment(page.id);
  page.replaceWith(place);
  unseen.set(page, place);
}

/** Puts a page into the document, where it stays: its elements keep what they were used for. */
export function putIn(page: HTMLElement) {
  unseen.get(page)?.replaceWith(page);
  unseen.delete(page);
}

/** What a selector finds in the document and on the pages that are not in it. */
export const findAll = <Kind extends HTMLElement>(selector: string): readonly Kind[] =>
  [document, ...unseen.keys()].flatMap((root) => [...root.querySelectorAll<Kind>(selector)]);

/** The page, chapter or section with this name; the first page if there is none. */
export function findPlace(name: string): HTMLElement {
  const selector = `[id="${CSS.escape(name)}"]:is(.page, .chapter, [data-section])`;
  const found = pages.map((page) => (page.matches(selector) ? page : page.querySelector(selector)));
  return found.find((place): place is HTMLElement => place !== null) ?? pages[0]!;
}

export const allPages = () => pages;
export const allChapters = () =>
  pages.flatMap((page) => [...page.querySelectorAll<HTMLElement>('.chapter')]);

/** The page of the address, as before-paint.js has read it. */
export const currentPage = () =>
  findPlace(document.documentElement.dataset['page'] ?? '').closest<HTMLElement>('.page')!;
