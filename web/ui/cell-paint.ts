import { css as hex, shareColour, signedColour, textOn } from '../lib/colour.js';
import { palette } from '../lib/tokens.js';

/** The CSS for a cell of a heat map. Weights have the same colour in both themes. */
export function paint(value: number, kind: 'share' | 'signed', limit: number): string {
  if (Number.isNaN(value)) return '';
  if (kind === 'share') {
    const colour = shareColour(value);
    return `background:${hex(colour)};color:${textOn(colour)}`;
  }
  const [light, dark] = [0, 1].map((theme) =>
    signedColour(value, limit, {
      negative: palette.negative[theme]!,
      zero: palette.zero[theme]!,
      positive: palette.positive[theme]!,
    }),
  ) as [ReturnType<typeof signedColour>, ReturnType<typeof signedColour>];
  const pair = (a: string, b: string) => `light-dark(${a},${b})`;
  return `background:${pair(hex(light), hex(dark))};color:${pair(textOn(light), textOn(dark))}`;
}
