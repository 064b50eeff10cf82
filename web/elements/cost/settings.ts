import type { PropertyDeclaration } from 'lit';
import { costFormat, type CostState, type Reading } from './state.js';

/** What the properties hold that set the desk. */
export type CostSettings = CostState & { readonly reading: Reading };

/** The properties, as Lit declares them, by the names of the attributes. */
export const settings = Object.fromEntries(
  [...costFormat.names, 'reading'].map((attribute) => [
    attribute.replace(/-(.)/gu, (_, letter: string) => letter.toUpperCase()),
    { attribute, ...(costFormat.flags.includes(attribute) ? { type: Boolean } : {}) },
  ]),
) as Readonly<Record<keyof CostSettings, PropertyDeclaration>>;
