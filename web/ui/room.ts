import type { ElementClass } from './register.js';

/** What the rest of the project needs to know about an element. It loads none of its code. */
export interface ElementDescription {
  /** Loads its class, and with it the elements that it draws with. */
  readonly load: () => Promise<ElementClass>;
  /** The attributes that embed.html takes from its address, besides `theme` and the state's names. */
  readonly embed: readonly string[];
  /** The lesson's page that has it as `#main-…`, and its state as the page's address. */
  readonly page?: string;
}

/** The elements of one folder, by tag. */
export type Room = Readonly<Record<`mh-${string}`, ElementDescription>>;
