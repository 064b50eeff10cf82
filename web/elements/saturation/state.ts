import { oneOf, seed, type Fields } from '../../lib/state-fields.js';
import { stateFormat } from '../../lib/state-format.js';
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

const fields: Fields<SaturationState> = {
  dHead: ['d-head', oneOf<Width>(...widths)],
  scale: ['scale', oneOf(...scales)],
  seed: ['seed', seed],
};

export const saturationFormat = stateFormat<SaturationState>({
  tag: 'mh-saturation',
  start: startOfSaturation,
  fields,
});
