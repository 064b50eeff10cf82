import { expect } from '@playwright/test';

/**
 * Scrolls down in steps of less than a screen. Each lasts two frames: in the first the chapter is laid
 * out, in the second its elements are seen.
 * @param pause  milliseconds before these two frames, in which elements come and may move the rest
 */
export const scrollThrough = (page, { step = 800, pause = 0 } = {}) =>
  page.evaluate(
    async ({ step, pause }) => {
      const frame = () => new Promise(requestAnimationFrame);
      for (let top = 0; top < document.documentElement.scrollHeight; top += step) {
        scrollTo(0, top);
        await new Promise((done) => setTimeout(done, pause));
        await frame();
        await frame();
      }
    },
    { step, pause },
  );

/** Scrolls until every element of the shown page is there, but for some that wait for a click. */
export const scrollUntilReady = (page, waiting = 0) =>
  expect(async () => {
    await scrollThrough(page);
    await expect.poll(() => countMissing(page), { timeout: 2000 }).toBe(waiting);
  }).toPass({ timeout: 30_000 });

/** Waits until all elements in view are there: what comes later moves links before they are clicked. */
export const expectReadyInView = (page) =>
  expect.poll(() => countMissing(page, { isInView: true }), { timeout: 20_000 }).toBe(0);

/** How many elements of the shown page, or of what is in view, are not there yet. */
const countMissing = (page, { isInView = false } = {}) =>
  page.evaluate((isInView) => {
    const inView = ({ top, bottom }) => bottom > 0 && top < innerHeight;
    return [...document.querySelectorAll('main [id]')].filter(
      (each) =>
        each.localName.startsWith('mh-') &&
        each.checkVisibility() &&
        !each.hasAttribute('data-ready') &&
        (!isInView || inView(each.getBoundingClientRect())),
    ).length;
  }, isInView);
