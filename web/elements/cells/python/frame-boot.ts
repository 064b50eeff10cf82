/**
 * The only script of the frame in which Python's worker starts. It gets the worker's script from the
 * page, starts it, and forwards the port. It is constant, so policies can allow it by its hash.
 */
export const bootScript = `'use strict';
addEventListener('message', ({ source, data, ports }) => {
  if (source !== parent) return;
  try {
    const address = URL.createObjectURL(new Blob([data], { type: 'text/javascript' }));
    const trusted = self.trustedTypes?.createPolicy('manyheads', { createScriptURL: (made) => made });
    const worker = new Worker(trusted ? trusted.createScriptURL(address) : address);
    worker.onerror = () => parent.postMessage('refused', '*');
    worker.postMessage(null, ports);
  } catch {
    parent.postMessage('refused', '*');
  }
}, { once: true });
parent.postMessage('ready', '*');
`;

/** For script-src of policies. A test compares it with the script. */
export const bootHash = 'sha256-Bu+6+/mEZJBpR5/io0iMNEOwTNpnRuKY+k8zHDqBOwY=';
