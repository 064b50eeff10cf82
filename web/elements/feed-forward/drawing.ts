import { html, svg, type TemplateResult } from 'lit';
import { css as hex, signedColour } from '../../lib/colour.js';
import { escapeText } from '../../lib/file-text.js';
import { palette } from '../../lib/tokens.js';
import { paint } from '../../ui/cell-paint.js';
import { rem } from '../../ui/text-scale.js';

/** A picture as shapes, so that the page and a saved file draw the same. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}
export type Shape = Box | Cell | Path | Dot | Label;

interface Box {
  readonly look: 'ink' | 'bar' | 'kept' | 'ring' | 'page';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** A number of a matrix, as a colour of the signed scale. */
interface Cell extends Omit<Box, 'look'> {
  readonly look: 'cell';
  readonly value: number;
  readonly limit: number;
}
interface Path {
  readonly look: 'hair' | 'line' | 'ink-line' | 'thin';
  readonly path: string;
}
interface Dot {
  readonly look: 'dot' | 'chosen-dot';
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}
interface Label {
  readonly look: 'text' | 'bold' | 'quiet' | 'tick' | 'on-ink' | 'title' | 'sign';
  readonly x: number;
  readonly y: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly words: string;
}

/** On the page: described in words elsewhere, so that a screen reader does not read it. */
export const drawn = ({ width, height, shapes }: Drawing): TemplateResult =>
  html`<svg
    class="drawing"
    viewBox="0 0 ${width} ${height}"
    .style=${`inline-size:${rem(width)}`}
    aria-hidden="true"
  >
    ${shapes.map(shapeOnPage)}
  </svg>`;

function shapeOnPage(shape: Shape): TemplateResult {
  const { look } = shape;
  if ('path' in shape) return svg`<path class=${look} d=${shape.path}></path>`;
  if ('radius' in shape)
    return svg`<circle class=${look} cx=${shape.x} cy=${shape.y} r=${shape.radius}></circle>`;
  if ('words' in shape)
    return svg`<text class=${look} x=${shape.x} y=${shape.y} text-anchor=${shape.anchor ?? 'start'}>${shape.words}</text>`;
  const { x, y, width, height } = shape;
  const style = look === 'cell' ? pageFill(shape) : '';
  return svg`<rect class=${look} x=${x} y=${y} width=${width} height=${height} .style=${style}></rect>`;
}

const pageFill = ({ value, limit }: Cell) =>
  paint(value, 'signed', limit).split(';')[0]!.replace('background', 'fill');

const [ink, ink2, ink3, page, line, hair, kept] = (
  ['ink', 'ink-2', 'ink-3', 'page', 'line', 'hair', 'kept'] as const
).map((name) => palette[name][0]);

/** In a file, in the light theme. */
const fileLooks = {
  ink: `fill="${ink}"`,
  bar: `fill="${line}"`,
  kept: `fill="${kept}"`,
  page: `fill="${page}"`,
  ring: `fill="none" stroke="${ink}" stroke-width="2"`,
  hair: `fill="none" stroke="${hair}"`,
  line: `fill="none" stroke="${line}" stroke-width="1.5"`,
  thin: `fill="none" stroke="${line}"`,
  'ink-line': `fill="none" stroke="${ink}" stroke-width="2.5"`,
  dot: `fill="${page}" stroke="${ink}" stroke-width="1.25"`,
  'chosen-dot': `fill="${ink}" stroke="${ink}"`,
  text: '',
  bold: 'font-weight="650"',
  title: 'font-weight="600" font-size="13"',
  sign: `font-size="22" fill="${ink2}"`,
  quiet: `fill="${ink2}"`,
  tick: `fill="${ink3}"`,
  'on-ink': `fill="${page}" font-weight="600"`,
} as const satisfies Record<Exclude<Shape['look'], 'cell'>, string>;

function shapeInFile(shape: Shape): string {
  const attributes = shape.look === 'cell' ? `fill="${fileFill(shape)}"` : fileLooks[shape.look];
  if ('path' in shape) return `<path ${attributes} d="${shape.path}"/>`;
  if ('radius' in shape)
    return `<circle ${attributes} cx="${shape.x}" cy="${shape.y}" r="${shape.radius}"/>`;
  if ('words' in shape)
    return `<text ${attributes} x="${shape.x}" y="${shape.y}" text-anchor="${shape.anchor ?? 'start'}">${escapeText(shape.words)}</text>`;
  const { x, y, width, height } = shape;
  return `<rect ${attributes} x="${x}" y="${y}" width="${width}" height="${height}"/>`;
}

const fileScale = {
  negative: palette.negative[0],
  zero: palette.zero[0],
  positive: palette.positive[0],
};
const fileFill = ({ value, limit }: Cell) => hex(signedColour(value, limit, fileScale));

/** As text for a saved picture, which is light. */
export const shapesInFile = ({ shapes }: Drawing): string => shapes.map(shapeInFile).join('');
