import { css, html, nothing, svg, type TemplateResult } from 'lit';
import { headColour } from '../../ui/swatch.js';
import { rem } from '../../ui/text-scale.js';
import type { Drawing, Paint, PathMark, Spot, TextMark } from './drawing.js';
import { colourIn } from './paint.js';
import { wordText } from '../../ui/style-parts.js';

/**
 * A drawing in the page's colours. Screen readers get the figure's description; whatever a click
 * does, the controls do too.
 */
export const picture = (
  { width, height, paths, texts, spots }: Drawing,
  choose: (spot: Spot) => void,
): TemplateResult =>
  html`<svg
    class="picture"
    aria-hidden="true"
    dir="ltr"
    viewBox="0 0 ${width} ${height}"
    .style=${`inline-size:${rem(width)};block-size:${rem(height)}`}
  >
    ${paths.map(path)}${texts.map(text)}${spots.map(
      (spot) =>
        svg`<rect class="spot" data-step=${spot.step ?? nothing} x=${spot.x} y=${spot.y} width=${spot.width} height=${spot.height} @click=${() => choose(spot)} />`,
    )}
  </svg>`;

const path = ({ d, fill, stroke, width, dash }: PathMark) =>
  svg`<path
    d=${d}
    stroke-dasharray=${dash ?? nothing}
    .style=${`fill:${fill ? colour(fill) : 'none'}${stroke ? `;stroke:${colour(stroke)};stroke-width:${width ?? 1}` : ''}`}
  />`;

const text = ({ x, y, text, anchor, paint, size, isBold, isWord }: TextMark) =>
  svg`<text
    class="${isWord ? 'word' : ''} ${isBold ? 'bold' : ''} ${paint && 'on' in paint ? '' : 'free'}"
    x=${x}
    y=${y}
    text-anchor=${anchor ?? 'start'}
    .style=${`fill:${colour(paint ?? { token: 'ink-2' })};font-size:${size ?? 12}px`}
  >${text}</text>`;

function colour(paint: Paint): string {
  if ('token' in paint) return `var(--mh-${paint.token})`;
  if ('head' in paint) return headColour(paint.head);
  return `light-dark(${colourIn(paint, 0)},${colourIn(paint, 1)})`;
}

export const pictureStyles = css`
  .picture {
    display: block;
    max-inline-size: 100%;
    forced-color-adjust: none;
    font-family: var(--mh-font-ui);
  }
  .picture .word {
    ${wordText}
  }
  .picture .bold {
    font-weight: 650;
  }
  @media (forced-colors: active) {
    .picture .free {
      fill: CanvasText !important;
    }
  }
  .spot {
    fill: transparent;
    cursor: pointer;
  }
`;
