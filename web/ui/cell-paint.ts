import { css as hex, shareColour, signedColour, textOn } from '../lib/colour.js';

/** The CSS for a cell of a heat map. Weights have the same colour in both themes. */
export function paint(value: number, kind: 'share' | 'signed', limit: number): string {
  if (Number.isNaN(value)) return '';
  if (kind === 'share') {
    const colour = shareColour(value);
    return `background:${hex(colour)};color:${textOn(colour)}`;
  }
  const light = signedColour(value, limit, 0);
  const dark = signedColour(value, limit, 1);
  const pair = (a: string, b: string) => `light-dark(${a},${b})`;
  return `background:${pair(hex(light), hex(dark))};color:${pair(textOn(light), textOn(dark))}`;
}
