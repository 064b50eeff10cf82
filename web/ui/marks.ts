import { html, nothing, svg, type TemplateResult } from 'lit';
import {
  colourIn,
  fillOf,
  lowering,
  sizeOf,
  spansOf,
  type Box,
  type Mark,
  type Paint,
  type PathMark,
  type Picture,
  type TextMark,
} from '../lib/drawing.js';
import { headColour } from './swatch.js';
import { rem } from './text-scale.js';

/** A picture in the page's colours. @param name  its class */
export const pictureView = (name: string, { width, height, marks }: Picture): TemplateResult =>
  html`<svg
    class=${name}
    viewBox="0 0 ${width} ${height}"
    .style=${`inline-size:${rem(width)}`}
    aria-hidden="true"
  >
    ${markViews(marks)}
  </svg>`;

/** A drawing's marks in the page's colours. What they mean is in words elsewhere. */
export const markViews = (marks: readonly Mark[]): TemplateResult[] =>
  marks.map((mark) => ('path' in mark ? pathView(mark) : textView(mark)));

function pathView(mark: PathMark): TemplateResult {
  const { path, fill, stroke, width = 1, dashes, isRound, opacity = 1, part } = mark;
  return svg`<path
    d=${path}
    data-part=${part ?? nothing}
    .style=${[
      `fill:${fill ? colour(fill) : 'none'}`,
      stroke ? `stroke:${colour(stroke)};stroke-width:${width}` : '',
      dashes ? `stroke-dasharray:${dashes}` : '',
      isRound ? 'stroke-linejoin:round' : '',
      opacity < 1 ? `opacity:${opacity}` : '',
    ].join(';')}
  />`;
}

/** The class `on` is of texts whose background is a cell. */
function textView(mark: TextMark): TemplateResult {
  const { x, y, anchor = 'start', weight, isWord, hasHalo, part } = mark;
  const fill = fillOf(mark);
  const isOn = typeof fill === 'object' && ('on' in fill || 'onShare' in fill);
  return svg`<text
    class="${isWord ? 'word' : ''} ${isOn ? 'on' : ''}"
    x=${x}
    y=${y}
    data-part=${part ?? nothing}
    text-anchor=${anchor}
    .style=${[
      `fill:${colour(fill)};font-size:${sizeOf(mark)}px`,
      weight ? `font-weight:${weight}` : '',
      hasHalo ? 'paint-order:stroke;stroke:var(--mh-page);stroke-width:4px' : '',
    ].join(';')}
  >${spansOf(mark).map(
    ({ text, look }, at, spans) =>
      svg`<tspan class=${look ?? nothing} dy=${lowering(at, spans) || nothing}>${text}</tspan>`,
  )}</text>`;
}

function colour(paint: Paint): string {
  if (typeof paint === 'string') return `var(--mh-${paint})`;
  if ('head' in paint) return headColour(paint.head);
  if ('share' in paint || 'onShare' in paint) return colourIn(paint, 0);
  return `light-dark(${colourIn(paint, 0)},${colourIn(paint, 1)})`;
}

/** For a button over a part of a drawing. */
export const placeStyle = ({ x, y, width, height }: Box): string =>
  `inset-inline-start:${rem(x)};inset-block-start:${rem(y)};inline-size:${rem(width)};block-size:${rem(height)}`;
