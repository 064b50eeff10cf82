/**
 * Trusted Types: the page's policy may say that no text becomes a script's address or a document
 * unless a named policy made it. Ours is `manyheads`. It is made when it is first needed, is known
 * to this module only, and passes nothing but what the functions below were called with. A page may
 * make it once: a file of the package that needs it is handed these functions.
 */

interface Policy {
  createScriptURL(address: string): unknown;
  createHTML(text: string): unknown;
}
interface Factory {
  createPolicy(name: string, rules: { [Rule in keyof Policy]: (text: string) => string }): Policy;
}

const ours = new Set<string>();
let policy: Policy | null = null;

function trusted(): Policy {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory };
  const pass = (text: string) => {
    if (ours.has(text)) return text;
    throw new TypeError('manyheads: this is not ours');
  };
  const rules = { createScriptURL: pass, createHTML: pass };
  return (policy ??= trustedTypes?.createPolicy('manyheads', rules) ?? rules);
}

/** @param address  of one of our workers */
export function startWorker(address: string): Worker {
  ours.add(address);
  return new Worker(trusted().createScriptURL(address) as string);
}

const addresses = new Map<string, string>();

/** A worker whose script is a text of ours: no file of it is needed. */
export function startWorkerFrom(script: string): Worker {
  const blob = () => URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const address = addresses.get(script) ?? blob();
  addresses.set(script, address);
  return startWorker(address);
}

/** Fills a frame with a document that is a constant of ours. */
export function fillFrame(frame: HTMLIFrameElement, text: string) {
  ours.add(text);
  frame.srcdoc = trusted().createHTML(text) as string;
}

export const trust = { startWorker, startWorkerFrom, fillFrame };
export type Trust = typeof trust;
