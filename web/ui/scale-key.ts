import { css, html, type TemplateResult } from 'lit';
import { shareGradient } from '../lib/colour.js';
import { fixed } from '../lib/numbers.js';
import { smallText } from './style-parts.js';

/** The legend of a map's colours, with its range: 0 to 1, or symmetric about 0. */
export function scaleKey(
  kind: 'share' | 'signed',
  limit: number,
  words: string | TemplateResult = '',
): TemplateResult {
  const [low, high] = kind === 'share' ? ['0', '1'] : [fixed(-limit, 1), `+${fixed(limit, 1)}`];
  const picture = kind === 'share' ? `background:${shareGradient}` : '';
  return html`<p class="scale">
    <span class="extent" dir="ltr"
      ><span>${low}</span><span class="gradient ${kind}" .style=${picture}></span
      ><span>${high}</span></span
    ><span class="words">${words}</span>
  </p>`;
}

export const scaleKeyStyles = css`
  .scale {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
    ${smallText}
  }
  .extent {
    display: flex;
    align-items: center;
    gap: 10px;
  }
  .gradient {
    inline-size: 120px;
    block-size: 10px;
    forced-color-adjust: none;
  }
  .gradient.signed {
    background: linear-gradient(
      to right in oklab,
      var(--mh-negative),
      var(--mh-zero),
      var(--mh-positive)
    );
  }
  .scale .words {
    flex: 1 1 20rem;
  }
`;
