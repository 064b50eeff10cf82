import type { PropertyDeclaration } from 'lit';
import { trainingFormat, type RunSettings, type TrainingState } from './state.js';

type Common = Omit<TrainingState, 'a' | 'b'>;
type OfRunB<Settings> = {
  [Name in keyof Settings as `b${Capitalize<Name & string>}`]: Settings[Name];
};
type OfRun = Omit<RunSettings, 'outputProjection'> & { readonly noOutputProjection: boolean };

/** What the properties hold that set the bench: run B's begin with `b`. */
export type TrainingSettings = Common & OfRun & OfRunB<OfRun>;

/** Run B may say no where run A says yes: a flag's text counts, as in `b-tie="0"`. */
const flag: PropertyDeclaration = { type: Boolean, converter: (text) => text };

/** The properties, as Lit declares them, by the names of the attributes. */
export const settings = Object.fromEntries(
  trainingFormat.names.map((attribute) => [
    attribute.replace(/-(.)/gu, (_, letter: string) => letter.toUpperCase()),
    { attribute, ...(trainingFormat.flags.includes(attribute) ? flag : {}) },
  ]),
) as Readonly<Record<keyof TrainingSettings, PropertyDeclaration>>;
