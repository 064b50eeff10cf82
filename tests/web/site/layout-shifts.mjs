import { expect } from '@playwright/test';

/** From now on, each page that is opened keeps what has moved on it, and how much. */
export const observeShifts = (page) =>
  page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        const moved = sources.map(
          ({ node }) => (node?.closest ? node : node?.parentElement)?.outerHTML,
        );
        window.shifts.push({ value, moved: moved.map((html) => html?.slice(0, 80)) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Less than `most` has moved since the page was opened. */
export async function expectShiftsBelow(most, page, place = '') {
  const shifts = await page.evaluate(() => window.shifts);
  const sum = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(sum, `${place} ${JSON.stringify(shifts)}`).toBeLessThan(most);
}
