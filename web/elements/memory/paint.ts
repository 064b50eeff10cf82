import { css as hex, shareColour, signedColour, textOn } from '../../lib/colour.js';
import { headColours, palette } from '../../lib/tokens.js';
import type { Paint } from './drawing.js';

type Theme = 0 | 1;

const signed = (level: number, theme: Theme) =>
  signedColour(level, 1, {
    negative: palette.negative[theme],
    zero: palette.zero[theme],
    positive: palette.positive[theme],
  });

/** A colour of the light theme or of the dark one. */
export function colourIn(paint: Paint, theme: Theme): string {
  if ('token' in paint) return palette[paint.token][theme];
  if ('head' in paint) return headColours[paint.head % headColours.length]![theme];
  if ('share' in paint) return hex(shareColour(paint.share));
  return 'signed' in paint ? hex(signed(paint.signed, theme)) : textOn(signed(paint.on, theme));
}
