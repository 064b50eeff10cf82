import { descriptions, loadElement } from '../elements/described.js';
import type { ReadyDetail } from '../ui/events.js';
import { restoreElement } from './address-state.js';
import { currentPage, onEachPage } from './places.js';
import { speakInFigures } from './settings.js';

/** Those whose files could not be fetched. */
const failed = new Set<HTMLElement>();
const outOfSight = new WeakSet<Element>();
const inSightAgain = new IntersectionObserver(onReturn);
const near = new IntersectionObserver(onMove, { rootMargin: '100% 0px' });
/** For numbers in sentences: what they say is already there. */
const inSight = new IntersectionObserver(onMove);
const observerOf = ({ localName }: Element) => (localName === 'mh-value' ? inSight : near);

/**
 * Loads each element of a long page when it is up to one screen away. One that could not be fetched
 * is tried again when the reader comes back to it, and when there is a network again.
 */
export function startNearElements() {
  addEventListener('online', loadAgain);
  const tags = [...descriptions.keys()].join();
  onEachPage((page) => {
    if (!page.matches('.part')) return;
    for (const element of page.querySelectorAll(tags)) observerOf(element).observe(element);
  });
}

/** The height that was reserved for an element is no longer needed when it is there. */
export function followReady() {
  addEventListener('mh-ready', markReady as EventListener);
}

function markReady({ target }: CustomEvent<ReadyDetail>) {
  (target as HTMLElement).dataset['ready'] = '';
}

/** Tries those again that could not be fetched. */
export function loadAgain() {
  for (const element of failed) observerOf(element).observe(element);
  showFailures();
}

/** Their texts stay while some could not be fetched. Short pages load all of theirs themselves. */
function showFailures() {
  if (!currentPage().matches('.part')) return;
  document.documentElement.classList.toggle('unfetched', failed.size > 0);
}

function onMove(entries: readonly IntersectionObserverEntry[]) {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observerOf(target).unobserve(target);
    void load(target as HTMLElement);
  }
}

/** The first entry of an observed element says only where it is. */
function onReturn(entries: readonly IntersectionObserverEntry[]) {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) outOfSight.add(target);
    else if (outOfSight.delete(target)) void load(target as HTMLElement);
  }
}

async function load(element: HTMLElement) {
  const description = descriptions.get(element.localName)!;
  try {
    await loadElement(element.localName, description);
  } catch {
    failed.add(element);
    inSightAgain.observe(element);
    return showFailures();
  }
  speakInFigures();
  // Those that could not be fetched before are there now too.
  const others = [...failed].filter(({ localName }) => localName === element.localName);
  for (const each of new Set([element, ...others])) {
    failed.delete(each);
    inSightAgain.unobserve(each);
    restoreElement(each);
  }
  if (others.length > 0) showFailures();
}
