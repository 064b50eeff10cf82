/** The two colour scales of heat maps, and the text colour that is readable on a cell. */

import { palette, type Theme } from './tokens.js';

type Rgb = readonly [red: number, green: number, blue: number];

const clamp = (value: number) => Math.min(1, Math.max(0, value));

const clampByte = (value: number) => Math.min(255, Math.max(0, Math.round(value)));

/**
 * The colour of a share from 0 to 1, the same in both themes, never rescaled: cividis (Nuñez,
 * Anderton, Renslow 2018, doi:10.1371/journal.pone.0199239), with d3-scale-chromatic's polynomial.
 */
export function shareColour(share: number): Rgb {
  const t = clamp(share);
  return [
    clampByte(-4.54 - t * (35.34 - t * (2381.73 - t * (6402.7 - t * (7024.72 - t * 2710.57))))),
    clampByte(32.49 + t * (170.73 + t * (52.82 - t * (131.46 - t * (176.58 - t * 67.37))))),
    clampByte(81.24 + t * (442.36 - t * (2482.43 - t * (6167.24 - t * (6614.94 - t * 2475.67))))),
  ];
}

/** The share scale as a CSS gradient, for the legend. */
export const shareGradient = `linear-gradient(to right, ${Array.from({ length: 9 }, (_, eighth) =>
  css(shareColour(eighth / 8)),
).join(', ')})`;

/** The colour of a value in -limit .. limit. Mixed in OKLab, so that equal steps look equal. */
export function signedColour(value: number, limit: number, theme: Theme): Rgb {
  const amount = limit > 0 ? clamp(Math.abs(value) / limit) : 0;
  const zero = toOklab(parse(palette.zero[theme]));
  const end = toOklab(parse(palette[value < 0 ? 'negative' : 'positive'][theme]));
  const mixed = (i: 0 | 1 | 2) => zero[i] + (end[i] - zero[i]) * amount;
  return fromOklab([mixed(0), mixed(1), mixed(2)]);
}

/** Black or white, whichever has more contrast: at least 4.5:1 (WCAG 2.2). */
export const textOn = (colour: Rgb): '#000' | '#fff' =>
  luminance(colour) > 0.179 ? '#000' : '#fff';

export function css(colour: Rgb): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

export function parse(hex: string): Rgb {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

const toLinear = (channel: number) => {
  const c = channel / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
};
const fromLinear = (c: number) =>
  Math.round(255 * clamp(c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055));

function luminance(colour: Rgb): number {
  const [r, g, b] = [toLinear(colour[0]), toLinear(colour[1]), toLinear(colour[2])];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// OKLab: Ottosson 2020, "A perceptual color space for image processing".
function toOklab(colour: Rgb): Rgb {
  const [r, g, b] = [toLinear(colour[0]), toLinear(colour[1]), toLinear(colour[2])];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Rgb): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}
