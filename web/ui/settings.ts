import type { PropertyDeclaration } from 'lit';
import type { StateFormat } from '../lib/state-format.js';

/** The properties that set the state, as Lit declares them. */
export type Declarations<Name extends string> = Readonly<Record<Name, PropertyDeclaration>>;

/** The names of the fields. One of them is switched off by a flag, whose name replaces its own. */
export type WithFlag<State, Field extends keyof State, Flag extends string> =
  Exclude<keyof State & string, Field> | Flag;

/**
 * Declares a property for each name of the format: `kvHeads` for the attribute `kv-heads`.
 *
 * @param flag  how boolean attributes are declared
 */
export const declareSettings = <State, Name extends string = keyof State & string>(
  { names, flags }: StateFormat<State>,
  flag: PropertyDeclaration = { type: Boolean },
) =>
  Object.fromEntries(
    names.map((attribute) => [
      attribute.replace(/-(.)/gu, (_, letter: string) => letter.toUpperCase()),
      { attribute, ...(flags.includes(attribute) ? flag : {}) },
    ]),
  ) as Declarations<Name>;
