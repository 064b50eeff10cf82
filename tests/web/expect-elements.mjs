import { expect } from './fixtures.mjs';
import { expectMapsOf } from './sandbox/sandbox-page.mjs';

/** An element of each kind: one that computes, one with a worker, one with Python. */
export const elements = `<mh-sandbox tokens="The cat sat" heads="2"></mh-sandbox>
  <mh-training pace="all" steps="40"></mh-training>
  <mh-cell code="import numpy as np&#10;print(np.ones((2, 3)).sum())"></mh-cell>`;

/** A page with a script or other parts of its head, and these elements or another body. */
export const pageWith = (script, body = elements) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>A course</title>
  ${script}${body}</html>`;

/** @param within  a page or a frame with these elements */
export async function expectElementsWork(within) {
  await expectMapsOf(within, { tokens: ['The', 'cat', 'sat'], heads: 2 });

  const cell = within.locator('mh-cell');
  await cell.scrollIntoViewIfNeeded(); // what is far below does not load
  await cell.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(cell.getByRole('log', { name: 'Output' })).toHaveText('6.0');

  const training = within.locator('mh-training');
  await training.getByRole('radio', { name: 'only A', exact: true }).check();
  await training.getByRole('button', { name: 'Run both', exact: true }).click();
  await expect(training.getByRole('button', { name: 'Run again', exact: true })).toBeVisible();
  expect(await training.evaluate(({ race }) => race.steps)).toBe(40);
}
