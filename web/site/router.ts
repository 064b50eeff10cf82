import { restore, restoreElement, startAddressState } from './address-state.js';
import { holdPlace } from './hold-place.js';
import { loadElements } from './load-elements.js';
import { loadAgain, startNearElements } from './near-elements.js';
import { currentPage, findPlace, isPageComing, putIn, readAddress } from './places.js';
import { followSoon } from './reading.js';
import { speakInFigures } from './settings.js';

/** Shows the place in the address and restores the state of its elements. */
export function startRouter() {
  document.querySelector('.skip')!.addEventListener('click', skip);
  document.querySelector('.missing button')!.addEventListener('click', () => void go());
  addEventListener('hashchange', () => void go());
  addEventListener('pagehide', keepTop);
  startAddressState();
  startNearElements();
  const isFetched = isPageComing();
  void show().then((isThere) => {
    if (isThere) toPlaceOnceLoaded(isFetched);
  });
}

async function go() {
  if (!(await show())) return;
  scrollToPlace();
  focusHeading();
}

/** For a page that is fetched: it may come after the browser has scrolled to where the reader was. */
const keepTop = () => history.replaceState({ ...history.state, top: scrollY }, '');

function backToTop() {
  const { top } = (history.state ?? {}) as { top?: unknown };
  if (typeof top === 'number') scrollTo(0, top);
}

/** While loading, browsers scroll to where the section was before the others were hidden. */
function toPlaceOnceLoaded(isFetched: boolean) {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type !== 'navigate') {
    // Reloading and going back keep the scroll position.
    if (isFetched) backToTop();
    return;
  }
  if (location.hash === '') return; // it begins at the top
  // A reader who waited for a page wants to be taken to its section, whatever happened meanwhile.
  if (isFetched || !readerMoves.aborted) scrollToPlace();
  addEventListener('load', scrollToPlace, { once: true, signal: readerMoves });
}

/** A page and its first chapter are shown with the bar above them. */
function scrollToPlace() {
  const place = findPlace(readAddress().name);
  const isTop = place === currentPage() || place === currentPage().querySelector('.chapter');
  if (isTop) return scrollTo(0, 0);
  place.scrollIntoView();
  holdPlace(place);
}

function focusHeading() {
  const place = findPlace(readAddress().name);
  const heading = place.matches('h3') ? place : place.querySelector<HTMLElement>('h1, h2, summary');
  if (heading?.localName !== 'summary') heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}

/** Skips to the content without changing the address, which has the page and its state. */
function skip(event: Event) {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')!.focus();
}

/** @return whether the page of the address is there */
async function show(): Promise<boolean> {
  const { page: place } = document.documentElement.dataset;
  const isThere = await bringPage().then(
    () => true,
    () => false,
  );
  if (place !== document.documentElement.dataset['page']) return false; // the reader went on
  document.querySelector<HTMLElement>('.missing')!.hidden = isThere;
  if (isThere) showPage(currentPage());
  return isThere;
}

function showPage(page: HTMLElement) {
  putIn(page);
  followSoon();
  if (page.matches('.part')) {
    loadAgain();
    restore(page, readAddress().parameters);
  } else if (hasFigures(page)) void showFigures(page);
}

const hasFigures = (page: HTMLElement) =>
  [...page.querySelectorAll('*')].some(({ localName }) => localName.startsWith('mh-'));

/** Loads all elements of a short page together. Each has its state once its own files are there. */
async function showFigures(page: HTMLElement) {
  restore(page, readAddress().parameters);
  speakInFigures();
  const areLoaded = await loadElements(page, restoreElement);
  if (page !== currentPage()) return; // the reader went on
  document.documentElement.classList.toggle('unfetched', !areLoaded);
}
