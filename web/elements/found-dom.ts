/** The stand-ins that server-dom.ts made for Lit. In a browser, Lit uses the browser's own. */
const dom = Symbol.for('manyheads.dom');

export const { customElements, HTMLElement } = (
  globalThis as { [dom]?: Pick<typeof globalThis, 'customElements' | 'HTMLElement'> }
)[dom] ?? { customElements: undefined, HTMLElement: undefined };
