import { css, html, svg, unsafeCSS, type TemplateResult } from 'lit';
import { escapeText } from '../../lib/file-text.js';
import { fonts, palette } from '../../lib/tokens.js';
import { rem } from '../../ui/text-scale.js';
import { drawing } from '../../ui/style-parts.js';

/** A picture as shapes, which the page and saved pictures draw alike. Lengths are in px. */
export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

/** Later shapes are in front. */
export type Shape =
  { readonly look: PathLook; readonly path: string; readonly fill?: string } | Label;
export interface Label {
  readonly look: TextLook;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly words: Words;
  /** Other than the look's, on a coloured cell. */
  readonly fill?: string;
}

/** Text with a few formulas in it: italic letters, a subscript, bold numbers. */
export type Words = string | readonly Span[];
export type Span =
  string | { readonly italic: string } | { readonly sub: string } | { readonly bold: string };

type Token = keyof typeof palette;
interface PathStyle {
  readonly fill?: Token;
  readonly stroke?: Token;
  readonly width?: number;
  readonly dashes?: string;
}

const paths = {
  undivided: { fill: 'line' },
  divided: { fill: 'ink' },
  zoom: { fill: 'sunk' },
  mid: { fill: 'hair' },
  band: { fill: 'hair' },
  axis: { stroke: 'line' },
  grid: { stroke: 'hair' },
  chosen: { fill: 'ink' },
  now: { stroke: 'ink' },
  uniform: { stroke: 'line', dashes: '1 3' },
  none: { stroke: 'line', width: 2 },
  'sqrt-d-head': { stroke: 'ink', width: 2.5 },
  'sqrt-d-model': { stroke: 'ink', width: 2, dashes: '6 4' },
  'none-dot': { fill: 'line', stroke: 'page', width: 2 },
  dot: { fill: 'ink', stroke: 'page', width: 2 },
  weight: { stroke: 'line' },
  cell: {},
} as const satisfies Record<string, PathStyle>;
export type PathLook = keyof typeof paths;

interface TextStyle {
  readonly fill: Token;
  readonly size: number;
  readonly weight?: number;
}
const texts = {
  tick: { fill: 'ink-2', size: 12 },
  'chosen-tick': { fill: 'ink', size: 12, weight: 650 },
  note: { fill: 'ink-2', size: 12 },
  name: { fill: 'ink', size: 13 },
  title: { fill: 'ink', size: 13, weight: 600 },
} as const satisfies Record<string, TextStyle>;
export type TextLook = keyof typeof texts;

const colour = (token: Token) => `var(--mh-${token})`;

export const sceneStyles = css`
  .scene {
    ${drawing}
    font-family: var(--mh-font-ui);
  }
  ${unsafeCSS(
    Object.entries<PathStyle>(paths)
      .map(
        ([look, { fill, stroke, width = 1, dashes }]) =>
          `.scene .${look} { fill: ${fill ? colour(fill) : 'none'}; stroke: ${stroke ? colour(stroke) : 'none'}; stroke-width: ${width}; stroke-dasharray: ${dashes ?? 'none'}; }`,
      )
      .join('\n'),
  )}
  ${unsafeCSS(
    Object.entries<TextStyle>(texts)
      .map(
        ([look, { fill, size, weight = 400 }]) =>
          `.scene .${look} { fill: ${colour(fill)}; font-size: ${size}px; font-weight: ${weight}; }`,
      )
      .join('\n'),
  )}
  .scene .italic {
    font-family: var(--mh-font-prose);
    font-style: italic;
  }
  .scene .bold {
    fill: var(--mh-ink);
    font-weight: 650;
  }
  .scene .sub {
    font-size: 0.75em;
  }
`;

/** For the page. Its meaning is in the figure's description and table. */
export const sceneView = ({ width, height, shapes }: Scene): TemplateResult =>
  html`<svg
    class="scene"
    viewBox="0 0 ${width} ${height}"
    .style=${`inline-size:${rem(width)}`}
    aria-hidden="true"
  >
    ${shapes.map(shapeView)}
  </svg>`;

function shapeView(shape: Shape): TemplateResult {
  if ('path' in shape)
    return svg`<path class=${shape.look} d=${shape.path} .style=${shape.fill ? `fill:${shape.fill}` : ''}></path>`;
  const { look, x, y, anchor, words } = shape;
  return svg`<text class=${look} x=${x} y=${y} text-anchor=${anchor}>${spansOf(words).map(spanView)}</text>`;
}

const spansOf = (words: Words): readonly Span[] => (typeof words === 'string' ? [words] : words);

/** Subscripts are lower, and what follows is back on the line. */
function spanView(span: Span, i: number, all: readonly Span[]): TemplateResult {
  const { text, look } = readSpan(span);
  return svg`<tspan class=${look} dy=${lowering(span, all[i - 1])}>${text}</tspan>`;
}

const isSub = (span: Span | undefined) => typeof span === 'object' && 'sub' in span;
const lowering = (span: Span, before: Span | undefined) =>
  isSub(span) === isSub(before) ? 0 : isSub(span) ? 3 : -3;

function readSpan(span: Span): { text: string; look: '' | 'italic' | 'sub' | 'bold' } {
  if (typeof span === 'string') return { text: span, look: '' };
  if ('italic' in span) return { text: span.italic, look: 'italic' };
  return 'sub' in span ? { text: span.sub, look: 'sub' } : { text: span.bold, look: 'bold' };
}

/** For a saved picture: light, placed at (x, y). */
export const sceneText = ({ shapes }: Scene, x: number, y: number): string =>
  `<g transform="translate(${x} ${y})">${shapes.map(shapeText).join('')}</g>`;

function shapeText(shape: Shape): string {
  if ('path' in shape) {
    const { fill, stroke, width = 1, dashes }: PathStyle = paths[shape.look];
    const filled = shape.fill ?? (fill ? palette[fill][0] : 'none');
    const drawn = stroke ? ` stroke="${palette[stroke][0]}" stroke-width="${width}"` : '';
    const dashed = dashes ? ` stroke-dasharray="${dashes}"` : '';
    return `<path d="${shape.path}" fill="${filled}"${drawn}${dashed}/>`;
  }
  const { look, x, y, anchor, words } = shape;
  const { fill, size, weight = 400 }: TextStyle = texts[look];
  const inner = spansOf(words).map((span, i, all) => spanText(span, lowering(span, all[i - 1])));
  return `<text x="${print(x)}" y="${print(y)}" text-anchor="${anchor}" fill="${shape.fill ?? palette[fill][0]}" font-size="${size}" font-weight="${weight}">${inner.join('')}</text>`;
}

const spanAttributes = {
  '': '',
  italic: ` font-style="italic" font-family="${escapeText(fonts.prose)}"`,
  sub: ' font-size="9"',
  bold: ` font-weight="650" fill="${palette.ink[0]}"`,
} as const;

function spanText(span: Span, dy: number): string {
  const { text, look } = readSpan(span);
  return `<tspan dy="${dy}"${spanAttributes[look]}>${escapeText(text)}</tspan>`;
}

export const print = (length: number): string => String(Math.round(length * 10) / 10);

/** Moves shapes that were drawn at 0. */
export const shift = (shapes: readonly Shape[], x: number, y: number): Shape[] =>
  shapes.map((shape) =>
    'path' in shape
      ? { ...shape, path: movePath(shape.path, x, y) }
      : { ...shape, x: shape.x + x, y: shape.y + y },
  );

/** Paths here have only absolute M and L, h and v, and arcs in dots: only M, L, H and V move. */
const movePath = (path: string, x: number, y: number) =>
  path.replace(
    /([MLHV])(-?[\d.]+)(?: (-?[\d.]+))?/gu,
    (_, letter: string, a: string, b?: string) =>
      letter === 'V'
        ? `V${print(Number(a) + y)}`
        : `${letter}${print(Number(a) + x)}${b === undefined ? '' : ` ${print(Number(b) + y)}`}`,
  );

export const rectangle = (x: number, y: number, width: number, height: number): string =>
  `M${print(x)} ${print(y)}h${print(width)}v${print(height)}h${print(-width)}z`;

export const dot = (x: number, y: number, r = 4): string =>
  `M${print(x - r)} ${print(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
