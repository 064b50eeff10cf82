/**
 * Trusted Types. A page's Content Security Policy may allow script addresses and documents only from
 * named policies. Ours is `manyheads`: it is created on first use, private to this module, and
 * passes only what the functions below were called with. A page may create it only once, so a file
 * of the package that needs it gets these functions as an argument.
 */
import { importing, isForeign } from '../../emscripten/package/start-script.js';

interface Policy {
  createScriptURL(address: string): unknown;
  createHTML(text: string): unknown;
}
interface PolicyFactory {
  createPolicy(name: string, rules: { [Rule in keyof Policy]: (text: string) => string }): Policy;
}

const allowed = new Set<string>();
let policy: Policy | null = null;

function getPolicy(): Policy {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  const pass = (text: string) => {
    if (allowed.has(text)) return text;
    throw new TypeError('manyheads: not a text of this package');
  };
  const rules = { createScriptURL: pass, createHTML: pass };
  return (policy ??= trustedTypes?.createPolicy('manyheads', rules) ?? rules);
}

/** @param address  the address of one of our workers */
export function startWorker(address: string): Worker {
  if (isForeign(address)) return startWorkerFrom(importing(address));
  allowed.add(address);
  return new Worker(getPolicy().createScriptURL(address) as string);
}

const addresses = new Map<string, string>();

/** Starts a worker from the text of its script, without a file. */
export function startWorkerFrom(script: string): Worker {
  const blob = () => URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const address = addresses.get(script) ?? blob();
  addresses.set(script, address);
  return startWorker(address);
}

/** Sets the document of a frame to a constant text of ours. */
export function fillFrame(frame: HTMLIFrameElement, text: string) {
  allowed.add(text);
  frame.srcdoc = getPolicy().createHTML(text) as string;
}

/** @param address  the service worker of a site of ours */
export function register(address: string): Promise<ServiceWorkerRegistration> {
  allowed.add(address);
  return navigator.serviceWorker.register(getPolicy().createScriptURL(address) as string);
}

export const trust = { startWorker, startWorkerFrom, fillFrame };
export type Trust = typeof trust;
