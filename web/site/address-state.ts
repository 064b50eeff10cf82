import { descriptions } from '../elements/described.js';
import type { StateFormat } from '../lib/state-format.js';
import type { StateDetail } from '../ui/events.js';
import {
  currentPage,
  findPlace,
  isJumping,
  isLeaving,
  isPageComing,
  setShownName,
  readAddress,
} from './places.js';

/**
 * The state of elements in the address: `#sandbox?tokens=The+cat&heads=2` and `#training?heads=8` have
 * the settings of the page's figure by name, `#query-key?chapter-softmax=…` the state of each element
 * under its id.
 */

/**
 * The first `atOnce` changes of the address are written at once, later ones at most every `rest` ms:
 * WebKit refuses more than 100 in 30 s.
 */
const atOnce = 10;
const rest = 400;

/** A cell with code from the address asks before it runs. */
type Stateful = HTMLElement & { state: unknown; fromLink?: boolean };

/** The pages on which one figure uses all parameters of the address, with its tag. */
const figures = new Map(
  [...descriptions].flatMap(([tag, { page }]) =>
    page === undefined ? [] : [[page, tag] as const],
  ),
);

/** The current parameters of each page, since links to a page do not contain its state. */
const known = new Map<string, URLSearchParams>();

/** Elements that have not got their state yet, and whether it is the reader's own, not a link's. */
const waiting = new Map<string, boolean>();

/** How many changes of the address may still be written at once. */
let left = atOnce;
/** What to write when none is left. */
let pending: (() => void) | null = null;

export function startAddressState() {
  addEventListener('mh-state', onState as EventListener);
}

const findFigure = (page: HTMLElement) =>
  figures.has(page.id) ? page.querySelector<Stateful>(`#main-${page.id}`) : null;

const formatOf = ({ constructor }: HTMLElement) =>
  (constructor as { format?: StateFormat<object> }).format!;

/** Restores the elements of a page that are loaded. The others wait for `restoreElement`. */
export function restore(page: HTMLElement, parameters: URLSearchParams) {
  const figure = findFigure(page);
  const own = figure ? parameters : elementParameters(page, parameters);
  const ids = figure && own.size > 0 ? [figure.id] : [...own.keys()];
  for (const id of ids) waiting.set(id, isReaders(id));
  // Adds the state of elements that are not in the address, so that a reload restores it.
  const missing = figure && own.size > 0 ? null : known.get(page.id);
  known.set(page.id, new URLSearchParams([...new Map([...(missing ?? []), ...own])]));
  for (const id of ids) restoreElement(document.getElementById(id)!);
  if (missing) write(page.id);
}

/** Restores an element that has been loaded, and tells it where its links lead. */
export function restoreElement(element: HTMLElement) {
  const page = element.closest<HTMLElement>('.page')!;
  const isFigure = findFigure(page) === element;
  const place = linkedPlace(element, page, isFigure);
  if (place !== null) {
    element.setAttribute('link-base', `${location.href.split('#')[0]}#${place}`);
  }
  const isOwn = waiting.get(element.id);
  if (isOwn === undefined || !('state' in element)) return;
  waiting.delete(element.id);
  const parameters = known.get(page.id)!;
  setState(element, () =>
    // Fields of a figure that are not in the address have their initial values.
    isFigure
      ? formatOf(element).parse(Object.fromEntries(parameters))
      : parseJson(parameters.get(element.id)!),
  );
  if ('fromLink' in element) element.fromLink = !isOwn;
}

/** A figure's links lead to its own page, also from a chapter; others lead to where the element is. */
function linkedPlace(element: HTMLElement, page: HTMLElement, isFigure: boolean): string | null {
  const ownPage = descriptions.get(element.localName)?.page;
  if (ownPage !== undefined) return isFigure || page.matches('.part') ? ownPage : null;
  return 'linkBase' in element ? lastPlace(element, page) : null;
}

/** The element itself if addresses can name it, or else the last place before it that they can. */
function lastPlace(element: HTMLElement, page: HTMLElement): string {
  const places = [...page.querySelectorAll('.chapter, [data-section]')].filter(
    (place) =>
      place === element ||
      place.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  return (places.at(-1) ?? page).id;
}

/** The parameters that are ids of the page's elements; of duplicates, the last. */
const elementParameters = (page: HTMLElement, parameters: URLSearchParams) =>
  new URLSearchParams([...new Map(parameters)].filter(([id]) => findElement(page, id)));

function findElement(page: HTMLElement, id: string): HTMLElement | null {
  const found = document.getElementById(id);
  return found && page.contains(found) && descriptions.has(found.localName) ? found : null;
}

/** Sets a state. An error in one element must not stop the others. */
function setState(element: Stateful, state: () => unknown) {
  try {
    element.state = state();
  } catch (error) {
    reportError(error);
  }
}

/** Whether the reader wrote this part of the address. history.state cannot come from a link. */
function isReaders(id: string): boolean {
  const { own } = (history.state ?? {}) as { own?: unknown };
  return Array.isArray(own) && own.includes(id);
}

/** Parses JSON; null if it is invalid. Elements check the result. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function onState({ target, detail }: CustomEvent<StateDetail>) {
  const element = target as HTMLElement;
  const page = element.closest<HTMLElement>('.page');
  if (!page) return;
  if (findFigure(page) === element) {
    const format = formatOf(element);
    known.set(page.id, new URLSearchParams(format.toParameters(format.parse(detail.state))));
  } else {
    if (detail.id === '') return;
    const parameters = known.get(page.id) ?? new URLSearchParams();
    parameters.set(detail.id, JSON.stringify(detail.state));
    known.set(page.id, parameters);
  }
  pending = () => write(page.id, element.closest('.chapter'));
  writePending();
}

function writePending() {
  if (!pending || left === 0) return;
  left -= 1;
  pending();
  pending = null;
  setTimeout(
    () => {
      left += 1;
      writePending();
    },
    (atOnce - left) * rest,
  );
}

/**
 * Writes the address, unless the reader goes to another page or is there. It names the element's
 * chapter, unless the reader goes to another one or is there.
 */
function write(page: string, chapter: Element | null = null) {
  if (isLeaving() || isPageComing() || currentPage().id !== page) return;
  const query = known.get(page)?.toString();
  const name = chapter && !isJumping() && isInView(chapter) ? chapter.id : readAddress().name;
  const place = findPlace(name).id;
  try {
    history.replaceState({ own: ownIds(page) }, '', `#${place}${query ? `?${query}` : ''}`);
    setShownName(place);
  } catch {
    // The browser refused: too long or too often. The page works, but its address is outdated.
  }
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}

/** The elements whose state is the reader's own. */
const ownIds = (page: string) =>
  [...(known.get(page)?.keys() ?? [])].filter(
    (id) =>
      waiting.get(id) !== false && !(document.getElementById(id) as Stateful | null)?.fromLink,
  );
