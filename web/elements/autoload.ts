/** Loads every element that stands in the document, or is added to it later. */
import { described, loadElement } from './described.js';

export { speak } from '../lib/language.js';

const loading = new Set<string>();

function meet({ localName }: Element) {
  const description = described.get(localName);
  if (!description || loading.has(localName)) return;
  loading.add(localName);
  loadElement(localName, description).catch((error: unknown) => {
    loading.delete(localName); // the next that is added tries again
    reportError(error);
  });
}

function meetAll(root: Element) {
  meet(root);
  root.querySelectorAll(':not(:defined)').forEach(meet);
}

new MutationObserver((records) => {
  for (const { addedNodes } of records) {
    for (const node of addedNodes) if (node instanceof Element) meetAll(node);
  }
}).observe(document, { childList: true, subtree: true });
meetAll(document.documentElement);
