/** The sandbox as a learner finds it: its parts by role and name, its numbers as they are read. */
import { expect } from '@playwright/test';
import { headOf, printed, traceOf } from '../computed.mjs';

/** `within` is a page, a frame or an element that holds one sandbox. */
export function sandboxIn(within) {
  const named = (role) => (name, options) => within.getByRole(role, { name, ...options });
  const button = named('button');
  const map = (head) => within.getByRole('grid', { name: `Weights of head ${head}:` });
  const words = within.getByRole('radiogroup', { name: 'Choose the query word' });
  return {
    button,
    map,
    words,
    word: (index) => words.getByRole('radio').nth(index),
    cell: (head, query, key) => cellOf(map(head), query, key),
    detail: within.locator('mh-head-detail'),
    tab: named('tab'),
    toggle: named('switch'),
    choice: (group, name) =>
      within.getByRole('group', { name: group }).getByRole('radio', { name }),
    guess: (name) => within.locator('mh-predict').getByRole('radio', { name, exact: true }),
    prediction: within.locator('mh-predict'),
    /** The sentence below a control, with the number that it changed. */
    effect: (sentence) => within.getByText(sentence, { exact: true }),
    caption: within.locator('.caption'),
    listing: within.locator('pre'),
    problem: within.getByRole('alert'),
    tokens: within.getByRole('list', { name: 'Tokens' }).getByRole('textbox'),
    sentence: within.getByRole('textbox', { name: 'Whole sentence' }),
  };
}

export const cellOf = (grid, row, column) =>
  grid.getByRole('gridcell').and(grid.locator(`[data-row="${row}"][data-column="${column}"]`));

/** The numbers of a grid in reading order, as they are read aloud. */
export const numbersOf = (grid) =>
  grid
    .getByRole('gridcell')
    .evaluateAll((cells) =>
      cells.map((cell) => cell.getAttribute('aria-label').split(': ').at(-1)),
    );

/** Every head's map shows what the package computes for these settings. */
export async function expectMapsOf(within, settings = {}) {
  const { weights, maskedScores } = traceOf(settings);
  const sandbox = sandboxIn(within);
  await expect(sandbox.map(0)).toBeVisible();
  for (let head = 0; head < weights.shape[0]; head++) {
    const scores = headOf(maskedScores, head).flat();
    const wanted = headOf(weights, head)
      .flat()
      .map((weight, i) => (scores[i] === -Infinity ? 'hidden' : printed(weight)));
    await expect.poll(() => numbersOf(sandbox.map(head)), `head ${head}`).toEqual(wanted);
  }
  await expect(sandbox.map(weights.shape[0])).toHaveCount(0);
}

/**
 * Opens the site's sandbox with these settings, named as its address names them; with random
 * weights unless they say otherwise.
 */
export async function openSandbox(page, site, settings = {}) {
  const parameters = new URLSearchParams({ weights: 'random', ...settings });
  await page.goto(`${site}#sandbox?${parameters}`);
  const sandbox = sandboxIn(page.locator('#main-sandbox'));
  await expect(sandbox.caption).toBeVisible();
  return sandbox;
}

/** Asks a sandbox for its code. @return the program, and the element's HTML */
export async function codeOf(sandbox) {
  await sandbox.button('Code for this figure').click();
  await expect(sandbox.listing).toContainText('<mh-sandbox');
  return (await sandbox.listing.innerText()).split('\n\n<mh-sandbox');
}

/** The events of the elements, from the page's start on; read them with `eventsOf`. */
export function recordEvents(page) {
  return page.addInitScript(() => {
    window.heard = [];
    for (const type of ['mh-ready', 'mh-state', 'mh-answer']) {
      addEventListener(type, ({ detail, target }) => {
        window.heard.push({ type, detail, target: target.id });
      });
    }
  });
}

export const eventsOf = (page, type) =>
  page.evaluate((type) => window.heard.filter((event) => event.type === type), type);
