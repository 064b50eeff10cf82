import type { PropertyDeclaration } from 'lit';
import { declareSettings } from '../../ui/settings.js';
import { trainingFormat, type RunSettings, type TrainingState } from './state.js';

type Common = Omit<TrainingState, 'a' | 'b'>;
type OfRunB<Settings> = {
  [Name in keyof Settings as `b${Capitalize<Name & string>}`]: Settings[Name];
};
type OfRun = Omit<RunSettings, 'outputProjection'> & { readonly noOutputProjection: boolean };

/** The types of the properties that are settings. Those of run B begin with `b`. */
export type TrainingSettings = Common & OfRun & OfRunB<OfRun>;

/** Flags keep their text, because run B can switch off what run A switches on: `b-tie="0"`. */
const flag: PropertyDeclaration = { type: Boolean, converter: (text) => text };

/** The declarations of these properties for Lit. */
export const settings = declareSettings<TrainingState, keyof TrainingSettings>(
  trainingFormat,
  flag,
);
