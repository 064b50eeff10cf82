import { expect } from '@playwright/test';
import { missingElements, scrollDown } from '../../in-page.mjs';

/** Scrolls down the whole page. @see scrollDown */
export const scrollThrough = (page, { step, pause } = {}) =>
  page.evaluate(scrollDown, { step, pause });

/** Scrolls until every element of the shown page is there, but for some that wait for a click. */
export const scrollUntilReady = (page, waiting = 0) =>
  expect(async () => {
    await scrollThrough(page);
    await expect.poll(() => countMissing(page), { timeout: 2000 }).toBe(waiting);
  }).toPass(); // or until the test has had its time

/** Waits until all elements in view are there: what comes later moves links before they are clicked. */
export const expectReadyInView = (page) =>
  expect.poll(() => countMissing(page, { isInView: true }), { timeout: 20_000 }).toBe(0);

const countMissing = async (page, where = {}) =>
  (await page.evaluate(missingElements, where)).length;
