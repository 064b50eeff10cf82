/** What server-dom.ts has left for Lit, which takes the browser's own where there is one. */
const dom = Symbol.for('manyheads.dom');

export const { customElements, HTMLElement } = (
  globalThis as { [dom]?: Pick<typeof globalThis, 'customElements' | 'HTMLElement'> }
)[dom] ?? { customElements: undefined, HTMLElement: undefined };
