import { css as hex, signedColour } from '../../lib/colour.js';
import { palette } from '../../lib/tokens.js';
import type { Run } from './drawing.js';

/** What the picture in the page and the saved one have in common. */

/** An index hangs below its line, and what follows does not. */
export const shift = (at: number, runs: readonly Run[]): number =>
  (runs[at]!.look === 'sub' ? 3 : 0) - (runs[at - 1]?.look === 'sub' ? 3 : 0);

/** The colour of a level from -1 to 1, in the light theme or the dark one. */
export const signedIn = (level: number, theme: 0 | 1): string =>
  hex(
    signedColour(level, 1, {
      negative: palette.negative[theme],
      zero: palette.zero[theme],
      positive: palette.positive[theme],
    }),
  );
