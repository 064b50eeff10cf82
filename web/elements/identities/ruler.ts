import { css, html, nothing, svg, type TemplateResult } from 'lit';
import { bound, type IdentityRow } from './run.js';

/** One logarithmic ruler for all rows, from 10^-8 to 10; exactly 0 is left of a gap. */
export const ruler = { width: 132, zero: 7, from: 22, to: 126 } as const;
const lowest = -8;
const highest = 1;

/** The place of a difference on the ruler; null for NaN. */
export function placeOnRuler(difference: number): number | null {
  if (Number.isNaN(difference)) return null;
  if (difference === 0) return ruler.zero;
  const power = Math.min(highest, Math.max(lowest, Math.log10(difference)));
  return ruler.from + ((power - lowest) / (highest - lowest)) * (ruler.to - ruler.from);
}

/** The difference is a dot, exactly 0 a ring; with a mistake, a small ring stays where it was. */
export function rulerView({ holds, broken }: IdentityRow): TemplateResult {
  const [was, now] = [placeOnRuler(holds), placeOnRuler(broken ?? holds)];
  return html`<svg class="ruler" viewBox="0 0 ${ruler.width} 28" aria-hidden="true" dir="ltr">
    <line class="axis" x1=${ruler.from} y1="14" x2=${ruler.to} y2="14" />
    <line class="bound" x1=${placeOnRuler(bound)!} y1="4" x2=${placeOnRuler(bound)!} y2="24" />
    ${
      broken !== null && was !== null && now !== null
        ? svg`<line class="moved" x1=${was} y1="14" x2=${now} y2="14" />
            <circle class="was" cx=${was} cy="14" r="4" />`
        : nothing
    }
    ${
      now === null
        ? nothing
        : svg`<circle class=${(broken ?? holds) === 0 ? 'zero' : 'dot'} cx=${now} cy="14" r=${(broken ?? holds) === 0 ? 4.5 : 5} />`
    }
  </svg>`;
}

export const rulerStyles = css`
  .ruler {
    display: block;
    inline-size: 8.25rem;
    block-size: 1.75rem;
  }
  .ruler .axis {
    stroke: var(--mh-hair);
    stroke-width: 2;
  }
  .ruler .bound {
    stroke: var(--mh-line);
    stroke-dasharray: 1.5 2.5;
  }
  .ruler .moved {
    stroke: var(--mh-ink);
    stroke-width: 1.5;
  }
  .ruler .dot {
    fill: var(--mh-ink);
  }
  .ruler .zero {
    fill: none;
    stroke: var(--mh-ink);
    stroke-width: 2;
  }
  .ruler .was {
    fill: var(--mh-page);
    stroke: var(--mh-ink-3);
    stroke-width: 1.5;
  }
`;
