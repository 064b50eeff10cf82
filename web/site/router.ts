import { descriptions } from '../elements/described.js';
import type { StateFormat } from '../lib/state-format.js';
import type { StateDetail } from '../ui/events.js';
import { loadElements } from './load-elements.js';
import { currentPage, sayPlace } from './page-words.js';
import { speakInFigures } from './settings.js';

/**
 * The hash of an address is a page and the state of its elements: `#sandbox?tokens=The+cat&heads=2`,
 * `#training?heads=8` and `#steps?step=8` have the settings of the page's figure by name,
 * `#checks?head-width=…` the state of each check under its id.
 */
interface Place {
  readonly page: string;
  readonly parameters: URLSearchParams;
}

/** Write the address this many ms after a change: browsers refuse many changes per second. */
const writeDelay = 250;

/** A cell with code from the address asks before it runs. */
type MayBeLinked = HTMLElement & { state?: unknown; fromLink?: boolean };

/** The pages on which one figure uses all parameters of the address, with its tag. */
const figures = new Map(
  [...descriptions].flatMap(([tag, { page }]) =>
    page === undefined ? [] : [[page, tag] as const],
  ),
);
/** The state formats of these figures, known after they were loaded. */
const formats = new Map<string, StateFormat<object>>();

const findFigure = (page: string) =>
  figures.has(page) ? document.querySelector<Stateful>(`#main-${page}`) : null;

export function startRouter() {
  document.querySelector('.skip')!.addEventListener('click', skip);
  addEventListener('hashchange', () => {
    const page = show(read());
    scrollTo(0, 0);
    page.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  });
  addEventListener('mh-state', onState as EventListener);
  show(read());
  toTopOnceLoaded();
}

/** While loading, browsers scroll to where the section was before the others were hidden. */
function toTopOnceLoaded() {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type !== 'navigate') return; // reloading and going back keep the scroll position
  scrollTo(0, 0);
  addEventListener('load', () => scrollTo(0, 0), { once: true });
}

/** Skips to the content without changing the address, which has the page and its state. */
function skip(event: Event) {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')!.focus();
}

function read(): Place {
  const [page = '', query = ''] = location.hash.slice(1).split(/\?(.*)/su);
  return { page, parameters: new URLSearchParams(query) };
}

/** Marks the current page in the contents and restores its elements. */
function show({ parameters }: Place): HTMLElement {
  const current = currentPage();
  const title = current.querySelector('h1');
  title?.setAttribute('tabindex', '-1');
  document.title = `${title?.textContent ?? ''} · manyheads`;
  for (const link of document.querySelectorAll('nav a')) {
    const isCurrent = link.getAttribute('href') === `#${current.id}`;
    if (isCurrent) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.querySelector('#chapter')!.textContent = title?.textContent ?? '';
  sayPlace();
  if (hasFigures(current)) void showFigures(current, parameters);
  return current;
}

const hasFigures = (page: HTMLElement) =>
  [...page.querySelectorAll('*')].some(({ localName }) => localName.startsWith('mh-'));

async function showFigures(page: HTMLElement, parameters: URLSearchParams) {
  const loaded = await loadElements(page);
  document.documentElement.classList.toggle('unfetched', loaded === null);
  if (loaded === null || page !== currentPage()) return;
  speakInFigures();
  const format = loaded.get(figures.get(page.id) ?? '')?.format;
  if (format) formats.set(page.id, format);
  findFigure(page.id)?.setAttribute('link-base', `${location.href.split('#')[0]}#${page.id}`);
  restore(page, format ? parameters : elementParameters(page, parameters));
}

type Stateful = HTMLElement & { state: unknown };

/** The page's element with this id, if it has a state; null for other parameters. */
function findStateful(page: HTMLElement, id: string): Stateful | null {
  const found = document.getElementById(id);
  return found && page.contains(found) && 'state' in found ? (found as Stateful) : null;
}

/** The parameters that are ids of elements; of duplicates, the last. */
const elementParameters = (page: HTMLElement, parameters: URLSearchParams) =>
  new URLSearchParams([...new Map(parameters)].filter(([id]) => findStateful(page, id)));

function restore(current: HTMLElement, parameters: URLSearchParams) {
  const figure = findFigure(current.id);
  if (figure && parameters.size > 0) {
    const format = formats.get(current.id)!;
    // Fields that are not in the address have their initial values.
    setState(figure, () => format.parse(Object.fromEntries(parameters)));
  }
  if (!figure) for (const [id, text] of parameters) restorePart(current, id, text);
  remember(current.id, parameters); // after restoring, it is known which parts are the reader's own
}

function restorePart(current: HTMLElement, id: string, text: string) {
  const element: MayBeLinked | null = findStateful(current, id);
  if (!element) return;
  setState(element, () => parseJson(text));
  if ('fromLink' in element) element.fromLink = !isReaders(id);
}

/** Sets a state. An error in one element must not stop the others. */
function setState(element: { state?: unknown }, state: () => unknown) {
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

/** Adds the state of elements that are not in the address, so that a reload restores it. */
function remember(page: string, parameters: URLSearchParams) {
  const missing = findFigure(page) && parameters.size > 0 ? null : known.get(page);
  known.set(
    page,
    new URLSearchParams({
      ...Object.fromEntries(missing ?? []),
      ...Object.fromEntries(parameters),
    }),
  );
  if (missing) write(page);
}

/** Parses JSON; null if it is invalid. Elements check the result. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

let writing: ReturnType<typeof setTimeout> | undefined;

/** The current parameters of each page, since links to a page do not contain its state. */
const known = new Map<string, URLSearchParams>();

function onState({ target, detail }: CustomEvent<StateDetail>) {
  const page = (target as Element).closest('section.page')?.id;
  if (page === undefined || (detail.id === '' && findFigure(page) !== target)) return;
  if (findFigure(page) === target) {
    const format = formats.get(page)!;
    known.set(page, new URLSearchParams(format.toParameters(format.parse(detail.state))));
    clearTimeout(writing);
    writing = setTimeout(() => write(page), writeDelay);
  } else {
    const parameters = known.get(page) ?? new URLSearchParams();
    parameters.set(detail.id, JSON.stringify(detail.state));
    known.set(page, parameters);
    write(page);
  }
}

/** Writes the address, unless the reader has gone to another page. */
function write(page: string) {
  if (read().page !== page) return;
  const query = known.get(page)?.toString();
  const ids = [...(known.get(page)?.keys() ?? [])];
  const own = ids.filter((id) => !(document.getElementById(id) as MayBeLinked | null)?.fromLink);
  try {
    history.replaceState({ own }, '', `#${page}${query ? `?${query}` : ''}`);
  } catch {
    // The browser refused: too long or too often. The page works, but its address is outdated.
  }
}
