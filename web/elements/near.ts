/** How far from what is seen an element is near it: one screen. */
const margin = '100% 0px';

/**
 * Acts once, when the element is nearly in sight: below the fold, or on a page or in a tab that is
 * not shown, it has time. Where a browser cannot tell, that is at once.
 * @return forgets it
 */
export function whenNear(element: Element, act: () => void): () => void {
  if (!globalThis.IntersectionObserver) {
    act();
    return () => {};
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      act();
    },
    { rootMargin: margin },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
