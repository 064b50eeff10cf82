import { descriptions } from '../elements/described.js';
import type { StateFormat } from '../lib/state-format.js';
import type { StateDetail } from '../ui/events.js';
import { loadElements } from './load-elements.js';
import { currentPage, sayPlace } from './page-words.js';
import { speakInFigures } from './settings.js';

/**
 * An address's hash is a page and the state of what stands on it: `#sandbox?tokens=The+cat&heads=2`
 * has the sandbox's settings by name, `#training?heads=8` the bench's, `#steps?step=8` the step-through's, `#checks?head-width=…` the
 * state of each check under its id.
 */
interface Place {
  readonly page: string;
  readonly parameters: URLSearchParams;
}

/** Browsers refuse addresses that change many times a second; a drag does. */
const restBeforeWriting = 250;

/** A cell says whether its code came by the address; it then asks before it runs. */
type MayBeLinked = HTMLElement & { state?: unknown; fromLink?: boolean };

/** The pages whose figure has the address for itself, and its tag. */
const figures = new Map(
  [...descriptions].flatMap(([tag, { page }]) =>
    page === undefined ? [] : [[page, tag] as const],
  ),
);
/** How the addresses of these are read and written: known once they have been shown. */
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

/** While it loads, the browser scrolls to where the section stood before the others were hidden. */
function toTopOnceLoaded() {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type !== 'navigate') return; // a reload and a way back keep their place
  scrollTo(0, 0);
  addEventListener('load', () => scrollTo(0, 0), { once: true });
}

/** To the content without a trace in the address, which holds the place and its state. */
function skip(event: Event) {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')!.focus();
}

function read(): Place {
  const [page = '', query = ''] = location.hash.slice(1).split(/\?(.*)/su);
  return { page, parameters: new URLSearchParams(query) };
}

/** Says which page is shown, and gives its elements their state. before-paint.js has shown it. */
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
  restore(page, format ? parameters : ofElements(page, parameters));
}

type Stateful = HTMLElement & { state: unknown };

/** The page's element with this id and a state; null for any other name that an address may have. */
function statefulIn(page: HTMLElement, id: string): Stateful | null {
  const found = document.getElementById(id);
  return found && page.contains(found) && 'state' in found ? (found as Stateful) : null;
}

/** What names an element of the page; of a name that comes twice, the last. */
const ofElements = (page: HTMLElement, parameters: URLSearchParams) =>
  new URLSearchParams([...new Map(parameters)].filter(([id]) => statefulIn(page, id)));

function restore(current: HTMLElement, parameters: URLSearchParams) {
  const figure = findFigure(current.id);
  if (figure && parameters.size > 0) {
    const format = formats.get(current.id)!;
    // A whole state: what the address does not say is as at the start.
    give(figure, () => format.parse(Object.fromEntries(parameters)));
  }
  if (!figure) for (const [id, text] of parameters) restorePart(current, id, text);
  remember(current.id, parameters); // it writes which parts are the reader's own: they are known now
}

function restorePart(current: HTMLElement, id: string, text: string) {
  const element: MayBeLinked | null = statefulIn(current, id);
  if (!element) return;
  give(element, () => parsed(text));
  if ('fromLink' in element) element.fromLink = !isOwn(id);
}

/** An element that cannot take what an address says stops neither the others nor the way on. */
function give(element: { state?: unknown }, state: () => unknown) {
  try {
    element.state = state();
  } catch (error) {
    reportError(error);
  }
}

/** Whether the reader has written this part of the address: a link cannot say so. */
function isOwn(id: string): boolean {
  const { own } = (history.state ?? {}) as { own?: unknown };
  return Array.isArray(own) && own.includes(id);
}

/** What the address does not say is as it was left: it goes into the address, for a reload. */
function remember(page: string, given: URLSearchParams) {
  const left = findFigure(page) && given.size > 0 ? null : known.get(page);
  known.set(
    page,
    new URLSearchParams({ ...Object.fromEntries(left ?? []), ...Object.fromEntries(given) }),
  );
  if (left) write(page);
}

/** The elements check what they are given; what is no JSON is nothing. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

let writing: ReturnType<typeof setTimeout> | undefined;

/** What each page's address would say; a link to a page does not name the state that it has. */
const known = new Map<string, URLSearchParams>();

function onState({ target, detail }: CustomEvent<StateDetail>) {
  const page = (target as Element).closest('section.page')?.id;
  if (page === undefined || (detail.id === '' && findFigure(page) !== target)) return;
  if (findFigure(page) === target) {
    const format = formats.get(page)!;
    known.set(page, new URLSearchParams(format.toParameters(format.parse(detail.state))));
    clearTimeout(writing);
    writing = setTimeout(() => write(page), restBeforeWriting);
  } else {
    const parameters = known.get(page) ?? new URLSearchParams();
    parameters.set(detail.id, JSON.stringify(detail.state));
    known.set(page, parameters);
    write(page);
  }
}

/** Unless the reader has gone to another page meanwhile. */
function write(page: string) {
  if (read().page !== page) return;
  const query = known.get(page)?.toString();
  const ids = [...(known.get(page)?.keys() ?? [])];
  const own = ids.filter((id) => !(document.getElementById(id) as MayBeLinked | null)?.fromLink);
  try {
    history.replaceState({ own }, '', `#${page}${query ? `?${query}` : ''}`);
  } catch {
    // Refused: too long, or too often. The page goes on; its address is older than what it shows.
  }
}
