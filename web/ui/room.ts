import type { ElementClass } from './register.js';

/** What the rest of the project needs to know about an element, without loading its code. */
export interface ElementDescription {
  /** Loads its class and the elements that it draws with. */
  readonly load: () => Promise<ElementClass>;
  /** Attributes that embed.html accepts, in addition to `theme` and the fields of the state. */
  readonly embed: readonly string[];
  /** The page of the lesson that shows it as `#main-…` and keeps its state in the address. */
  readonly page?: string;
}

/** The elements of one folder, by tag. */
export type Room = Readonly<Record<`mh-${string}`, ElementDescription>>;
