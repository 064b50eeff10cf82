let release = new AbortController();

/**
 * Keeps a place where a link led to, while figures above it come and grow: until the reader scrolls,
 * clicks or presses a key. Chromium and Firefox do so by themselves (scroll anchoring), WebKit does not.
 */
export function holdPlace(place: Element) {
  release.abort();
  release = new AbortController();
  const { signal } = release;
  const { top } = place.getBoundingClientRect();
  const moved = () => place.getBoundingClientRect().top - top;
  let held = scrollY;

  const sizes = new ResizeObserver(() => {
    scrollBy(0, moved());
    held = scrollY;
  });
  sizes.observe(document.querySelector('#content')!);
  signal.addEventListener('abort', () => sizes.disconnect());

  const end = () => release.abort();
  // Also fired for what is scrolled here, maybe after a figure has grown once more.
  const onScroll = () => {
    if (Math.abs(scrollY - held) > 1 && Math.abs(moved()) > 1) end();
  };
  addEventListener('scroll', onScroll, { signal, passive: true });
  for (const type of ['pointerdown', 'keydown', 'hashchange']) {
    addEventListener(type, end, { signal, passive: true });
  }
}
