import { css, html, svg, type TemplateResult, type SVGTemplateResult } from 'lit';
import { headColours } from '../../lib/tokens.js';
import { schemeSize, type Ink, type Mark } from './marks.js';

const paint = (ink: Ink | null) => (ink ? `fill:var(--mh-${themed(ink)})` : 'fill:none');
const themed = (ink: Ink) =>
  ink.startsWith('head-') ? `head-${Number(ink.slice(5)) % headColours.length}` : ink;

/** A scheme in the page: its words beside it say the same. */
export const scheme = (side: 'left' | 'right', marks: readonly Mark[]): TemplateResult =>
  html`<svg
    class="scheme ${side}-scheme"
    viewBox="-1 -1 ${schemeSize[side] + 2} ${schemeSize.height + 2}"
    aria-hidden="true"
    dir="ltr"
  >
    ${marks.map(drawn)}
  </svg>`;

function drawn(mark: Mark): SVGTemplateResult {
  switch (mark.kind) {
    case 'line': {
      const { from, to, colour } = mark;
      return svg`<line x1=${from[0]} y1=${from[1]} x2=${to[0]} y2=${to[1]} .style=${`stroke:var(--mh-${themed(colour)})`} />`;
    }
    case 'text':
      return svg`<text x=${mark.x} y=${mark.y}>${mark.text}</text>`;
    case 'box': {
      const { x, y, width, height, fill, ring, label } = mark;
      const look = ring ? 'ring' : fill ? '' : 'empty';
      return svg`<rect class=${look} x=${x} y=${y} width=${width} height=${height} .style=${paint(fill)} />${
        label === undefined
          ? ''
          : svg`<text class=${ring || !fill ? '' : 'inside'} x=${x + width / 2} y=${y + height / 2}>${label}</text>`
      }`;
    }
  }
}

export const schemeStyles = css`
  .scheme {
    display: block;
    inline-size: 10.125rem;
    block-size: 3.125rem;
    max-inline-size: 100%;
    forced-color-adjust: none;
    font: 12px/1 var(--mh-font-ui);
  }
  .left-scheme {
    inline-size: 8.75rem;
  }
  .scheme text {
    fill: var(--mh-ink);
    text-anchor: middle;
    dominant-baseline: central;
  }
  .scheme .inside {
    fill: var(--mh-page);
  }
  .scheme line {
    stroke-width: 1.5;
  }
  .scheme .ring {
    stroke: var(--mh-ink);
    stroke-width: 1.6;
  }
  .scheme .empty {
    stroke: var(--mh-line);
    stroke-dasharray: 2 2;
  }
`;
