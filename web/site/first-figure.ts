import { descriptions, loadElement } from '../elements/described.js';
import { afterPaint } from '../ui/after-paint.js';
import { speakInFigures } from './settings.js';

/** The figure on the first screen of the lesson. */
const tag = 'mh-heads';
/** In ms: how long everything else waits for it. */
const patience = 1000;

/**
 * Loads the first figure of the lesson before the page has been parsed. A figure whose state is in the
 * address is left to the router, which knows the state.
 * @return resolves when it is on the screen and answers, or will not do so soon
 */
export function startFirstFigure(): Promise<unknown> {
  if (location.hash !== '') return Promise.resolve();
  speakInFigures();
  const loaded = loadElement(tag, descriptions.get(tag)!).then((element) => element.prepare?.());
  // near-elements.ts asks again for what is missing, and the figure says so.
  const isMissing = new Promise((resolve) => loaded.catch(resolve));
  const isPainted = new Promise((resolve) =>
    addEventListener('mh-ready', () => afterPaint(() => resolve(null)), { once: true }),
  );
  const isLate = new Promise((resolve) => setTimeout(resolve, patience));
  return Promise.race([isPainted, isMissing, isLate]);
}
