import { afterPaint } from './after-paint.js';

/** Elements up to one screen away from the visible part are near. */
const margin = '100% 0px';
/** Up to this many elements of a page load together; on a page with more, each waits until it is near. */
const together = 30;
/** On a page with more, an element that has waited this long (in ms) for its files lets the next load. */
const patience = 3000;
/** What each element waits for. */
const waiting = new Map<Element, Set<() => unknown>>();
/** The waiting elements that are near, in the order of the page. */
const near = new Set<Element>();
let observer: IntersectionObserver | undefined;
/** Whether the page has more elements than load together: then each waits until it is near. */
export let isCrowded = false;
let isLoading = false;

/** On a long page, which says so with `data-near="each"`, an element does not load the others. */
const isInGroup = (element: Element) => !element.closest('[data-near="each"]');

/**
 * Calls `act` once, when this element or any other waiting element of the current page comes near the
 * viewport; immediately if there is no IntersectionObserver.
 * @return cancels it
 */
export function whenNear(element: Element, act: () => unknown): () => void {
  if (!globalThis.IntersectionObserver) {
    act();
    return () => {};
  }
  observer ??= new IntersectionObserver(onMove, { rootMargin: margin });
  observer.observe(element);
  const acts = waiting.get(element) ?? new Set();
  waiting.set(element, acts.add(act));
  isCrowded ||= waiting.size > together;
  return () => {
    if (acts.delete(act) && acts.size === 0) stop(element);
  };
}

function onMove(entries: readonly IntersectionObserverEntry[]) {
  for (const { isIntersecting, target } of entries) {
    if (isIntersecting) near.add(target);
    else near.delete(target);
  }
  if (isCrowded) return void loadInTurn();
  // Load all others of the page too, so that they can be printed and searched.
  if ([...near].some(isInGroup)) {
    for (const element of waiting.keys()) {
      if (element.getClientRects().length > 0 && isInGroup(element)) near.add(element);
    }
  }
  near.forEach(load);
}

/** An element that is drawn is higher than before, and moves others away. */
async function loadInTurn() {
  if (isLoading) return;
  isLoading = true;
  for (const element of near) {
    await new Promise<void>((next) => {
      void load(element).then(() => afterPaint(next));
      setTimeout(next, patience);
    });
  }
  isLoading = false;
}

function load(element: Element): Promise<unknown> {
  const acts = waiting.get(element) ?? [];
  stop(element);
  return Promise.all([...acts].map((act) => act()));
}

function stop(element: Element) {
  waiting.delete(element);
  near.delete(element);
  observer?.unobserve(element);
}
