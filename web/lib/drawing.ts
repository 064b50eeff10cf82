/**
 * Pictures as data: the page draws them in its own colours, and saved pictures in the light ones.
 * Lengths are in px.
 */
import { css as hex, shareColour, signedColour, textOn } from './colour.js';
import { escapeText } from './escape-text.js';
import { fonts, headColours, palette, type Theme } from './tokens.js';

/** A token, a head's colour, a level on one of the two scales, or the text on a level. */
export type Paint =
  | keyof typeof palette
  | { readonly head: number }
  | { readonly share: number }
  | { readonly signed: number }
  | { readonly on: number }
  | { readonly onShare: number };

/** What is drawn. Later marks are in front. */
export type Mark = PathMark | TextMark;

export interface PathMark {
  readonly path: string;
  readonly fill?: Paint;
  readonly stroke?: Paint;
  /** The width of the stroke. */
  readonly width?: number;
  readonly dashes?: string;
  /** Its corners are round. */
  readonly isRound?: boolean;
  readonly opacity?: number;
  /** Its name, for a click that chooses it. */
  readonly part?: string;
}

export interface TextMark {
  readonly x: number;
  readonly y: number;
  readonly text: string | readonly Span[];
  readonly anchor?: 'start' | 'middle' | 'end';
  /** The default is a quiet colour. */
  readonly fill?: Paint;
  readonly size?: number;
  readonly weight?: number;
  /** A token of the sentence: in italics. */
  readonly isWord?: boolean;
  /** It has an outline in the page's colour, so that it stays readable on lines. */
  readonly hasHalo?: boolean;
  /** Its name, for a click that chooses it. */
  readonly part?: string;
}

/**
 * A piece of a text and its look: a variable (math) and its index (sub), the same in the size of the
 * text (letter, index), the axis of heads, words in bold, a result, or the sign of an operation.
 */
export interface Span {
  readonly text: string;
  readonly look?: 'math' | 'sub' | 'letter' | 'index' | 'axis' | 'bold' | 'result' | 'sign';
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
}

/** @template Spot  a box with what a click on it chooses */
export interface Drawing<Spot extends Box = Box> extends Picture {
  readonly spots: readonly Spot[];
}

/** Collects what is drawn. Texts are in front of paths. */
export class Sheet<Spot extends Box = Box> {
  readonly #paths: PathMark[] = [];
  readonly #texts: TextMark[] = [];
  readonly #spots: Spot[] = [];
  readonly #textSize: number;

  constructor(textSize = 12) {
    this.#textSize = textSize;
  }

  path(path: string, mark: Omit<PathMark, 'path'>) {
    if (path) this.#paths.push({ path, ...mark });
  }

  text(
    x: number,
    y: number,
    text: TextMark['text'],
    mark: Omit<TextMark, 'x' | 'y' | 'text'> = {},
  ) {
    this.#texts.push({ x, y, text, size: this.#textSize, ...mark });
  }

  spot(spot: Spot) {
    this.#spots.push(spot);
  }

  finish(width: number, height: number): Drawing<Spot> {
    return { width, height, marks: [...this.#paths, ...this.#texts], spots: this.#spots };
  }
}

export const px = (length: number): string => String(Math.round(length * 100) / 100);

export const rectangle = (x: number, y: number, width: number, height: number): string =>
  `M${px(x)} ${px(y)}h${px(width)}v${px(height)}h${px(-width)}z`;

export const circle = (x: number, y: number, r: number): string =>
  `M${px(x - r)} ${px(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** A horizontal arrow. */
export const arrowAcross = (x: number, y: number, toX: number): string => {
  const back = toX > x ? -6 : 6;
  return `M${px(x)} ${px(y)}H${px(toX)}m${back} -4l${-back} 4l${back} 4`;
};

/** A vertical arrow. */
export const arrowDown = (x: number, y: number, toY: number): string => {
  const back = toY > y ? -6 : 6;
  return `M${px(x)} ${px(y)}V${px(toY)}m-4 ${back}l4 ${-back}l4 ${back}`;
};

/** The colour of a level from -1 to 1. */
const signed = (level: number, theme: Theme) => signedColour(level, 1, theme);

/** A colour of the light theme or of the dark one. */
export function colourIn(paint: Paint, theme: Theme): string {
  if (typeof paint === 'string') return palette[paint][theme];
  if ('head' in paint) return headColours[paint.head % headColours.length]![theme];
  if ('share' in paint) return hex(shareColour(paint.share));
  if ('onShare' in paint) return textOn(shareColour(paint.onShare));
  return 'signed' in paint ? hex(signed(paint.signed, theme)) : textOn(signed(paint.on, theme));
}

export const sizeOf = ({ size = 12 }: TextMark): number => size;
export const fillOf = ({ fill = 'ink-2' }: TextMark): Paint => fill;
export const spansOf = ({ text }: TextMark): readonly Span[] =>
  typeof text === 'string' ? [{ text }] : text;

/** An index is below its line, and what follows is on the line again. */
export const lowering = (at: number, spans: readonly Span[]): number =>
  (isIndex(spans[at]) ? 3 : 0) - (isIndex(spans[at - 1]) ? 3 : 0);

const isIndex = (span: Span | undefined) => span?.look === 'sub' || span?.look === 'index';

/** Marks as text for a saved picture, which is light. */
export const drawMarks = (marks: readonly Mark[]): string =>
  marks.map((mark) => ('path' in mark ? drawPath(mark) : drawText(mark))).join('');

function drawPath(mark: PathMark): string {
  const { path, fill, stroke, width = 1, dashes, isRound, opacity = 1 } = mark;
  const look = [
    `fill="${fill ? colourIn(fill, 0) : 'none'}"`,
    stroke ? `stroke="${colourIn(stroke, 0)}" stroke-width="${width}"` : '',
    stroke && dashes ? `stroke-dasharray="${dashes}"` : '',
    isRound ? 'stroke-linejoin="round"' : '',
    opacity < 1 ? `opacity="${opacity}"` : '',
  ];
  return `<path d="${path}" ${look.filter(Boolean).join(' ')}/>`;
}

const wordLook = `font-family="${escapeText(fonts.prose)}" font-style="italic"`;
const spanLooks = {
  math: ` ${wordLook} font-size="15"`,
  sub: ` ${wordLook} font-size="11"`,
  letter: ` ${wordLook}`,
  index: ' font-size="75%"',
  axis: ' font-weight="700" text-decoration="underline" stroke="none"',
  bold: ' font-weight="600"',
  sign: ` font-family="${escapeText(fonts.prose)}"`,
  result: ` font-weight="650" fill="${palette.ink[0]}"`,
} as const;

function drawText(mark: TextMark): string {
  const { x, y, anchor = 'start', weight, isWord, hasHalo } = mark;
  const pieces = spansOf(mark).map(({ text, look }, at, spans) => {
    const by = lowering(at, spans);
    const words = escapeText(text);
    if (!look && !by) return words;
    return `<tspan${look ? spanLooks[look] : ''}${by ? ` dy="${by}"` : ''}>${words}</tspan>`;
  });
  const look = [
    `font-size="${sizeOf(mark)}" fill="${colourIn(fillOf(mark), 0)}"`,
    weight ? `font-weight="${weight}"` : '',
    isWord ? wordLook : '',
    hasHalo ? `paint-order="stroke" stroke="${palette.page[0]}" stroke-width="4"` : '',
  ];
  return `<text x="${px(x)}" y="${px(y)}" text-anchor="${anchor}" ${look.filter(Boolean).join(' ')} xml:space="preserve">${pieces.join('')}</text>`;
}
