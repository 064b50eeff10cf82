import type { ManyheadsEvents } from '../ui/events.js';
import { register, type ElementClass } from '../ui/register.js';
import * as elements from './index.js';

/** BugMuseum -> mh-bug-museum. */
const toTag = (name: string) =>
  `mh${name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;

const isElement = (value: object): value is ElementClass => 'parts' in value;

const classes = Object.entries<object>(elements).flatMap(([name, value]) =>
  isElement(value) ? [[toTag(name), value] as const] : [],
);
register(Object.fromEntries(classes));

type Dashed<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Dashed<Rest>}`
  : '';

/** Every element by its tag. */
export type ElementsByTag = {
  [
    Name in keyof typeof elements as Name extends Capitalize<Name> ? `mh${Dashed<Name>}` : never
  ]: (typeof elements)[Name] extends new () => infer Element ? Element : never;
};
export type { ManyheadsEvents };

declare global {
  interface HTMLElementTagNameMap extends ElementsByTag {}
}
