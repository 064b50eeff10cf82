/**
 * Scrolls down in steps, so that every element comes near. Each step lasts two frames: in the first the
 * chapter is laid out, in the second its elements are seen.
 */
export const scrollThrough = (page, step = 500) =>
  page.evaluate(async (step) => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let top = 0; top < document.documentElement.scrollHeight; top += step) {
      scrollTo(0, top);
      await new Promise((done) => setTimeout(done, 60));
      await frame();
      await frame();
    }
  }, step);

/** How many elements of the shown page are not there yet. */
export const countMissing = (page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('main [id]')].filter(
        (each) =>
          each.localName.startsWith('mh-') &&
          each.checkVisibility() &&
          !each.hasAttribute('data-ready'),
      ).length,
  );
