/** Elements up to one screen away from the visible part are near. */
const margin = '100% 0px';
const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** On a long page, which says so with `data-near="each"`, an element does not load the others. */
const isAlone = (element: Element) => element.closest('[data-near="each"]') !== null;

/**
 * Calls `act` once, when this element or any other waiting element of the current page comes near the
 * viewport; immediately if there is no IntersectionObserver.
 * @return cancels it
 */
export function whenNear(element: Element, act: () => void): () => void {
  if (!globalThis.IntersectionObserver) {
    act();
    return () => {};
  }
  observer ??= new IntersectionObserver(onMove, { rootMargin: margin });
  observer.observe(element);
  waiting.set(element, act);
  return () => stop(element);
}

function onMove(entries: readonly IntersectionObserverEntry[]) {
  const near = entries.filter(({ isIntersecting }) => isIntersecting);
  if (near.length === 0) return;
  // Load all others of the page too, so that they can be printed and searched.
  const shown = [...waiting.keys()].filter(
    (element) => element.getClientRects().length > 0 && !isAlone(element),
  );
  const others = near.some(({ target }) => !isAlone(target)) ? shown : [];
  for (const element of new Set([...near.map(({ target }) => target), ...others])) {
    const act = waiting.get(element);
    stop(element);
    act?.();
  }
}

function stop(element: Element) {
  waiting.delete(element);
  observer?.unobserve(element);
}
