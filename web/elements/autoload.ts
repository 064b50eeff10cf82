/** Loads every element that is in the document or is added later. */
import { descriptions, loadElement } from './described.js';

export { configure } from '../lib/configure.js';
export { speak } from '../lib/language.js';
export { descriptions, loadElement }; // for embed.html

const loading = new Set<string>();

function loadIfOurs({ localName }: Element) {
  const description = descriptions.get(localName);
  if (!description || loading.has(localName)) return;
  loading.add(localName);
  loadElement(localName, description).catch((error: unknown) => {
    loading.delete(localName); // the next one that is added tries again
    reportError(error);
  });
}

function loadWithin(root: Element) {
  loadIfOurs(root);
  root.querySelectorAll(':not(:defined)').forEach(loadIfOurs);
}

new MutationObserver((records) => {
  for (const { addedNodes } of records) {
    for (const node of addedNodes) if (node instanceof Element) loadWithin(node);
  }
}).observe(document, { childList: true, subtree: true });
loadWithin(document.documentElement);
