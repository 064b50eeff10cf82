import { css, html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { fixed } from '../../lib/numbers.js';
import { at } from '../../lib/tensor-view.js';
import { scaleKey } from '../../ui/scale-key.js';
import { rem } from '../../ui/text-scale.js';
import { pictureView } from '../../ui/marks.js';
import { layOutUnits } from './layout.js';
import type { FeedForwardRun } from './run.js';
import { limitsOf, unitDrawing } from './units.js';
import { words } from './words/index.js';
import { overLabel } from '../../ui/style-parts.js';

/** The layer's picture. Its hidden units are radio buttons: a click or the arrow keys choose one. */
export function unitStage(
  run: FeedForwardRun,
  width: number,
  choose: (unit: number) => void,
): TemplateResult {
  const limits = limitsOf(run);
  return html`<form method="dialog" class="units" dir="ltr">
      ${pictureView('drawing', unitDrawing(run, width))}
      <div role="radiogroup" aria-label=${words.units}>${unitButtons(run, width, choose)}</div>
    </form>
    ${scaleKey(
      'signed',
      limits.weights,
      `${words.weightScale} ${words.barScale(fixed(limits.bars))}`,
    )}`;
}

function unitButtons(
  { layer, state, unit }: FeedForwardRun,
  width: number,
  choose: (unit: number) => void,
): TemplateResult[] {
  const { left, pitch } = layOutUnits(width, layer.dFf);
  return Array.from({ length: layer.dFf }, (_, i) => {
    const hidden = fixed(at(layer.trace.hidden, state.token, i));
    const place = `inset-inline-start:${rem(left + i * pitch)};inline-size:${rem(pitch)}`;
    return html`<label .style=${place}
      ><input
        type="radio"
        name="unit"
        aria-label=${words.unitLabel(i, hidden)}
        .checked=${live(i === unit)}
        @change=${() => choose(i)} /><span></span
    ></label>`;
  });
}

export const stageStyles = css`
  .units {
    position: relative;
  }
  .units label {
    position: absolute;
    inset-block: 0;
    cursor: pointer;
  }
  .units input {
    ${overLabel}
  }
  .units label span {
    position: absolute;
    inset: 18px 0 -2px;
    pointer-events: none;
  }
  .units :focus-visible + span {
    outline: 2px solid var(--mh-ink);
    outline-offset: 4px;
  }
  .units + .scale {
    margin-block-start: 12px;
  }
`;
