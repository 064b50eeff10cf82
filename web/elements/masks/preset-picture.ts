import { css, html, svg, type TemplateResult } from 'lit';
import type { Tensor } from '../../../emscripten/package/contract.js';
import { part } from '../../lib/tensor-view.js';
import { alibi, presetMask, withTab, type Tab } from './presets.js';
import type { MasksRun } from './run.js';

const pitch = 6;

/** A preset's mask as a small picture: what is seen is filled. ALiBi's bias gets darker with it. */
export function presetPicture({ engine, state }: MasksRun, tab: Tab): TemplateResult {
  const preset = withTab(state, tab);
  const bias = tab === 'alibi' ? part(alibi(engine, preset), 0) : null;
  return maskPicture(presetMask(preset), bias, pitch);
}

function maskPicture(seen: Tensor, bias: Tensor | null, pitch: number): TemplateResult {
  const [rows = 0, columns = 0] = seen.shape;
  const most = bias ? Math.max(...bias.data.map((value) => -value)) || 1 : 1;
  return html`<svg
    class="mask-picture"
    width=${columns * pitch}
    height=${rows * pitch}
    aria-hidden="true"
  >
    ${Array.from(seen.data, (value, i) => {
      const strength = bias ? 0.15 + (0.85 * -bias.data[i]!) / most : 1;
      const look = value === 0 ? 'unseen-pair' : bias ? 'biased' : 'seen-pair';
      return svg`<rect
        class=${look}
        x=${(i % columns) * pitch + 0.5}
        y=${Math.floor(i / columns) * pitch + 0.5}
        width=${pitch - 2}
        height=${pitch - 2}
        fill-opacity=${value === 0 ? 0 : strength}
      />`;
    })}
  </svg>`;
}

export const maskPictureStyles = css`
  .mask-picture {
    flex: none;
    display: block;
    forced-color-adjust: none;
  }
  .unseen-pair {
    fill: none;
    stroke: var(--mh-hair);
  }
  .seen-pair {
    fill: var(--mh-kept);
  }
  .biased {
    fill: var(--mh-negative);
  }
`;
