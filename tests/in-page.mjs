/**
 * Functions that run in a page of the lesson, in any browser. Each is sent as its source, so it uses
 * nothing from here.
 */

/**
 * Scrolls down in steps of less than a screen. Each lasts two frames: in the first the chapter is laid
 * out, in the second its elements are seen.
 * @param pause  milliseconds before these two frames, in which elements come and may move the rest
 */
export async function scrollDown({ step = 800, pause = 0 }) {
  const frame = () => new Promise(requestAnimationFrame);
  for (let top = 0; top < document.documentElement.scrollHeight; top += step) {
    scrollTo(0, top);
    await new Promise((done) => setTimeout(done, pause));
    await frame();
    await frame();
  }
}

/** @return the ids of elements of the shown page, or of what is in view, that are not there yet */
export function missingElements({ isInView = false }) {
  const inView = ({ top, bottom }) => bottom > 0 && top < innerHeight;
  return [...document.querySelectorAll('main [id]')]
    .filter(
      (each) =>
        each.localName.startsWith('mh-') &&
        each.checkVisibility() &&
        !each.hasAttribute('data-ready') &&
        (!isInView || inView(each.getBoundingClientRect())),
    )
    .map(({ id }) => id);
}
