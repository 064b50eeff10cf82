import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that read colours. The others find the same in every colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds on the page, or within a selector, one line per fault. The site's pages that
 * are not shown are taken out meanwhile: axe would read their thousands of nodes for every rule.
 * @param rules  the rules to run, by default all
 */
export async function faults(page, within = 'html', rules = null) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(
    async ({ within, rules }) => {
      const hidden = [...document.querySelectorAll('section.page')].filter(
        (section) => !section.checkVisibility(),
      );
      const places = hidden.map((section) => {
        const place = document.createComment('');
        section.replaceWith(place);
        return place;
      });
      try {
        const { violations } = await window.axe.run(within, {
          resultTypes: ['violations'],
          ...(rules ? { runOnly: rules } : {}),
        });
        return violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
        );
      } finally {
        places.forEach((place, i) => place.replaceWith(hidden[i]));
      }
    },
    { within, rules },
  );
}

/** What axe finds that depends on the colour scheme, where another scheme was checked in full. */
export const colourFaults = (page, within = 'html') => faults(page, within, colourRules);
