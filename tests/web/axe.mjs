import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on the page, or within what a selector names, a line a fault. */
export async function faults(page, within = 'html') {
  await page.evaluate(axe);
  return page.evaluate(async (within) => {
    const { violations } = await window.axe.run(within, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
  }, within);
}
