/**
 * The stand-ins that server-dom.ts made for Lit. In a browser, Lit uses the browser's own. Bundlers
 * that split a server's code may run server-dom.ts after Lit; then these are enough.
 */
const dom = Symbol.for('manyheads.dom');

const defined = new Map<string, unknown>();
const standIns = {
  customElements: {
    define: (tag: string, element: unknown) => void defined.set(tag, element),
    get: (tag: string) => defined.get(tag),
    getName: (element: unknown) => [...defined].find((pair) => pair[1] === element)?.[0] ?? null,
  },
  HTMLElement: Object,
};

export const { customElements, HTMLElement } =
  (globalThis as { [dom]?: typeof standIns })[dom] ?? standIns;
