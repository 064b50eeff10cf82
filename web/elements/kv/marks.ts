import { svg, type TemplateResult } from 'lit';
import { escapeText } from '../../lib/file-text.js';
import { fonts, headColours, palette } from '../../lib/tokens.js';
import { headColour } from '../../ui/swatch.js';

/** The colour of a token, or of a head. */
export type Colour = keyof typeof palette | number;

/** Parts of a picture, which the page and saved pictures draw alike. Lengths are in px. */
export type Mark = PathMark | TextMark;
export interface PathMark {
  readonly path: string;
  readonly fill?: Colour;
  readonly stroke?: Colour;
  readonly width?: number;
  readonly dashes?: string;
}
export interface TextMark {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly fill?: Colour;
  readonly size?: number;
  readonly weight?: number;
  /** Letters of the sequence are in italics, as in sentences. */
  readonly italic?: boolean;
}

const live = (colour: Colour | undefined): string =>
  colour === undefined
    ? 'none'
    : typeof colour === 'number'
      ? headColour(colour)
      : `var(--mh-${colour})`;

const printed = (colour: Colour | undefined): string =>
  colour === undefined
    ? 'none'
    : typeof colour === 'number'
      ? headColours[colour % headColours.length]![0]
      : palette[colour][0];

const look = (mark: Mark, colour: (colour: Colour | undefined) => string): string => {
  if ('path' in mark) {
    const { fill, stroke, width = 1, dashes } = mark;
    return `fill:${colour(fill)};stroke:${colour(stroke)};stroke-width:${width}${dashes ? `;stroke-dasharray:${dashes}` : ''}`;
  }
  const { fill = 'ink-2', size = 12, weight = 400, italic } = mark;
  return `fill:${colour(fill)};font-size:${size}px;font-weight:${weight}${italic ? `;font-style:italic;font-family:${fonts.prose}` : ''}`;
};

/** Its meaning is in the buttons above it, and in the figure's description and table. */
export const markView = (mark: Mark): TemplateResult =>
  'path' in mark
    ? svg`<path d=${mark.path} .style=${look(mark, live)} />`
    : svg`<text x=${mark.x} y=${mark.y} text-anchor=${mark.anchor ?? 'start'} .style=${look(mark, live)}>${mark.text}</text>`;

/** For a saved picture, which is light. */
export const markText = (mark: Mark): string =>
  'path' in mark
    ? `<path d="${mark.path}" style="${escapeText(look(mark, printed))}"/>`
    : `<text x="${px(mark.x)}" y="${px(mark.y)}" text-anchor="${mark.anchor ?? 'start'}" style="${escapeText(look(mark, printed))}">${escapeText(mark.text)}</text>`;

export const px = (length: number): string => String(Math.round(length * 10) / 10);

export const rectangle = (x: number, y: number, width: number, height: number): string =>
  `M${px(x)} ${px(y)}h${px(width)}v${px(height)}h${px(-width)}z`;

export const circle = (x: number, y: number, r: number): string =>
  `M${px(x - r)} ${px(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
