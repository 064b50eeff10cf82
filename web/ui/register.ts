import type { StateFormat } from '../lib/state-format.js';

/** Elements' classes by tag. */
export type ElementClasses = Readonly<Record<string, ElementClass>>;

/** An element's class, and those of the elements that it draws with. */
export interface ElementClass extends CustomElementConstructor {
  readonly parts: ElementClasses;
  /** Of an element whose state's fields have names. */
  readonly format?: StateFormat<object>;
}

/**
 * Registers elements, each after its parts. A page may load this twice, or two bundles that hold
 * it: the first to come defines.
 */
export function register(elements: ElementClasses) {
  for (const [tag, element] of Object.entries(elements)) {
    register(element.parts);
    if (!customElements.get(tag)) customElements.define(tag, element);
  }
}
