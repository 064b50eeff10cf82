import { expect, test } from '@playwright/test';
import { missingElements, scrollDown } from '../../in-page.mjs';

/** Scrolls down the whole page. @see scrollDown */
export const scrollThrough = (page, { step, pause } = {}) =>
  page.evaluate(scrollDown, { step, pause });

/** Scrolls until every element of the shown page is there, but for some that wait for a click. */
export const scrollUntilReady = (page, waiting = 0) =>
  expect(async () => {
    await scrollThrough(page);
    await expect.poll(() => missing(page), { timeout: 2000 }).toHaveLength(waiting);
  }).toPass({ timeout: 0.9 * test.info().timeout }); // before the test ends, so that it names them

/** Waits until all elements in view are there: what comes later moves links before they are clicked. */
export const expectReadyInView = (page) =>
  expect.poll(() => missing(page, { isInView: true }), { timeout: 20_000 }).toEqual([]);

const missing = (page, where = {}) => page.evaluate(missingElements, where);
