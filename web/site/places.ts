declare global {
  /** From before-paint.js. @return resolves when the page of the address is in the document */
  function bringPage(): Promise<void>;
  /** From before-paint.js: aborted when the reader scrolls or does anything else. */
  var readerMoves: AbortSignal;
}

/** What the hash of an address says: a place and the state of its elements. */
export interface Address {
  readonly name: string;
  readonly parameters: URLSearchParams;
}

export function readAddress(): Address {
  const [name = '', query = ''] = location.hash.slice(1).split(/\?(.*)/su);
  return { name, parameters: new URLSearchParams(query) };
}

/** The page of unknown places. */
let first: HTMLElement;

/** The pages that nobody has seen yet, and where in the document each belongs. */
const unseen = new Map<HTMLElement, Comment>();
const seen = new Set<HTMLElement>();
const listeners: ((page: HTMLElement) => void)[] = [];

const pagesHere = () => [...document.querySelectorAll<HTMLElement>('section.page')];

/**
 * Takes all pages but the current one out of the document, where the browser, axe and every query
 * would go through their thousands of elements.
 */
export function startPlaces() {
  const pages = pagesHere();
  first = pages[0]!;
  const current = isPageComing() ? null : currentPage();
  for (const page of pages) if (page !== current) takeOut(page);
  if (current) putIn(current);
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
  if (seen.has(page)) return;
  seen.add(page);
  for (const act of listeners) act(page);
}

/** Calls `act` with every page when it is shown for the first time. */
export function onEachPage(act: (page: HTMLElement) => void) {
  listeners.push(act);
  seen.forEach(act);
}

/** Whether the page of the address is being fetched. */
export const isPageComing = () => document.documentElement.classList.contains('page-comes');

/** The page, chapter or section with this name; the first page if there is none. */
export const findPlace = (name: string): HTMLElement => placeHere(name) ?? first;

/** null for what is not there, or not fetched yet */
function placeHere(name: string): HTMLElement | null {
  const selector = `[id="${CSS.escape(name)}"]:is(.page, .chapter, [data-section])`;
  const pages = [...pagesHere(), ...unseen.keys()];
  const found = pages.map((page) =>
    page.matches(selector) ? page : page.querySelector<HTMLElement>(selector),
  );
  return found.find((place) => place !== null) ?? null;
}

/** The ids of all chapters, also of those that are not in the document. */
export const allChapters = () =>
  Array.from(
    document.querySelectorAll<HTMLElement>('.chapters [data-chapter]'),
    (entry) => entry.dataset['chapter']!,
  );

/** What the address named when before-paint.js last read it, or we last wrote it. */
const shownName = () => document.documentElement.dataset['page'] ?? '';

/** We have written an address with another place of the same page. */
export const setShownName = (name: string) => (document.documentElement.dataset['page'] = name);

/** The page of that place. */
export const currentPage = () => findPlace(shownName()).closest<HTMLElement>('.page')!;

/** Whether the address names another place already, but the event that says so is to come. */
export const isJumping = () => readAddress().name !== shownName();

/** Whether that place is on another page. */
export const isLeaving = () =>
  isJumping() && placeHere(readAddress().name)?.closest('.page') !== currentPage();
