/** How far from what is seen an element is near it: one screen. */
const margin = '100% 0px';
const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

/**
 * Acts once, when the element is nearly in sight, or another on the page that is shown: below the
 * fold alone, or on a page or in a tab that is not shown, it has time. Where a browser cannot tell,
 * that is at once.
 * @return forgets it
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
  // What they fetch is there for the others too, which can then be printed and searched.
  const shown = [...waiting.keys()].filter((element) => element.getClientRects().length > 0);
  for (const element of new Set([...near.map(({ target }) => target), ...shown])) {
    const act = waiting.get(element);
    stop(element);
    act?.();
  }
}

function stop(element: Element) {
  waiting.delete(element);
  observer?.unobserve(element);
}
