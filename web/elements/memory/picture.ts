import { css, html, nothing, svg, type TemplateResult } from 'lit';
import type { Drawing } from '../../lib/drawing.js';
import { markViews } from '../../ui/marks.js';
import { rem } from '../../ui/text-scale.js';
import type { Spot } from './drawing.js';

/**
 * A drawing in the page's colours. Screen readers get the figure's description; whatever a click
 * does, the controls do too.
 */
export const picture = (
  { width, height, marks, spots }: Drawing<Spot>,
  choose: (spot: Spot) => void,
): TemplateResult =>
  html`<svg
    class="picture"
    aria-hidden="true"
    dir="ltr"
    viewBox="0 0 ${width} ${height}"
    .style=${`inline-size:${rem(width)};block-size:${rem(height)}`}
  >
    ${markViews(marks)}${spots.map(
      (spot) =>
        svg`<rect class="spot" data-step=${spot.step ?? nothing} x=${spot.x} y=${spot.y} width=${spot.width} height=${spot.height} @click=${() => choose(spot)} />`,
    )}
  </svg>`;

export const pictureStyles = css`
  .picture {
    display: block;
    max-inline-size: 100%;
    forced-color-adjust: none;
    font-family: var(--mh-font-ui);
  }
  @media (forced-colors: active) {
    .picture text:not(.on) {
      fill: CanvasText !important;
    }
  }
  .spot {
    fill: transparent;
    cursor: pointer;
  }
`;
