import { version } from '../../package.json';
import type { StateFormat } from '../lib/state-format.js';

/** Element classes by tag. */
export type ElementClasses = Readonly<Record<string, ElementClass>>;

/** The class of an element. `parts` are the elements that it draws with. */
export interface ElementClass extends CustomElementConstructor {
  readonly parts: ElementClasses;
  /** For elements whose state can be written as an address. */
  readonly format?: StateFormat<object>;
  /** Loads what it needs besides its code, before any such element is near. */
  readonly prepare?: () => Promise<unknown>;
}

/**
 * Registers elements, each after its parts. A page may load two bundles with the same element: the
 * first one defines it. Bundles of different versions do not share parts: the page has the version
 * that came first.
 */
export function register(elements: ElementClasses) {
  const first = ((customElements as { mh?: string }).mh ??= version);
  if (first !== version) return console.warn(`manyheads: there is ${first}, not ${version}`);
  for (const [tag, element] of Object.entries(elements)) {
    register(element.parts);
    if (!customElements.get(tag)) customElements.define(tag, element);
  }
}
