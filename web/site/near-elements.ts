import { descriptions, loadElement } from '../elements/described.js';
import { restoreElement } from './address-state.js';
import { speakInFigures } from './settings.js';

const failed = new Set<HTMLElement>();
const observer = new IntersectionObserver(onMove, { rootMargin: '100% 0px' });

/** Loads each element of a long page when it is up to one screen away. */
export function startNearElements() {
  for (const element of document.querySelectorAll<HTMLElement>('.part *')) {
    if (descriptions.has(element.localName)) observer.observe(element);
  }
}

/** Tries those again that could not be fetched. */
export function loadAgain() {
  for (const element of failed) observer.observe(element);
  failed.clear();
}

function onMove(entries: readonly IntersectionObserverEntry[]) {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    void load(target as HTMLElement);
  }
}

/** Where an element could not be fetched, its text stays. */
async function load(element: HTMLElement) {
  const description = descriptions.get(element.localName)!;
  try {
    await loadElement(element.localName, description);
  } catch {
    failed.add(element);
    document.documentElement.classList.add('unfetched');
    return;
  }
  speakInFigures();
  restoreElement(element);
}
