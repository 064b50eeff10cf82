import {
  fieldNames,
  flagNames,
  oneOf,
  readFields,
  seed,
  writeFields,
  type Fields,
  type Reader,
} from '../../lib/state-fields.js';
import type { StateFormat } from '../../lib/state-format.js';
import { scales, widths, type Scale, type Width } from './draws.js';

/** What the figure shows, as plain JSON. */
export interface SaturationState {
  /** The width at which rows and marks are shown. */
  readonly dHead: Width;
  /** What the scores are divided by. */
  readonly scale: Scale;
  /** Of all draws. */
  readonly seed: number;
}

export const startOfSaturation: SaturationState = { dHead: 64, scale: 'none', seed: 0 };

const width: Reader<Width> = (input) => {
  const text = typeof input === 'number' || typeof input === 'string' ? String(input).trim() : '';
  return widths.find((each) => String(each) === text);
};

const fields: Fields<SaturationState> = {
  dHead: ['d-head', width],
  scale: ['scale', oneOf(...scales)],
  seed: ['seed', seed],
};

/** A valid state from anything. Missing and invalid fields are taken from `base`. */
export const parseSaturation = (
  input: unknown,
  base: SaturationState = startOfSaturation,
): SaturationState => ({ ...base, ...readFields(input, fields) });

export const saturationFormat: StateFormat<SaturationState> = {
  tag: 'mh-saturation',
  names: fieldNames(fields),
  flags: flagNames(fields),
  start: startOfSaturation,
  parse: parseSaturation,
  toParameters: (state) => writeFields(state, startOfSaturation, fields),
};
