/** For servers that draw pages: what the elements extend there, and where they are defined. */
import { customElements, HTMLElement } from '@lit-labs/ssr-dom-shim';

Object.assign(globalThis, { [Symbol.for('manyheads.dom')]: { customElements, HTMLElement } });
