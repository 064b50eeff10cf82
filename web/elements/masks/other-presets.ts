import { css, html, type TemplateResult } from 'lit';
import { part } from '../../lib/tensor-view.js';
import { swatch } from '../../ui/swatch.js';
import { slopes } from './presets.js';
import type { MasksRun, PresetRun } from './run.js';
import { keysOf, heads } from './state.js';
import { words } from './words/index.js';
import { smallText } from '../../ui/style-parts.js';

/** The same heads under the presets that are not chosen, as small maps. */
export function otherPresets(run: MasksRun): TemplateResult {
  return html`<section class="others">
    <h3>${words.others.title}</h3>
    <div class="other-presets">${run.others.map((other) => otherPreset(run, other))}</div>
  </section>`;
}

function otherPreset(run: MasksRun, { tab, state, trace }: PresetRun): TemplateResult {
  const [title, about] = [words.presets.title[tab], aboutOther(run, tab, state)];
  const keys = keysOf(state).length;
  const pitch = Math.min(9, Math.floor(56 / keys));
  return html`<figure>
    <figcaption>
      <b>${title}</b>
      <span>${about}</span>
    </figcaption>
    <div class="four" role="img" aria-label="${title}: ${about}">
      ${Array.from(
        { length: heads },
        (_, head) =>
          html`<div>
            <span class="of-head" aria-hidden="true">${swatch(head)} ${head}</span>
            <mh-map-picture
              .matrix=${part(trace.weights, head)}
              .mask=${part(trace.maskedScores, head)}
              .cell=${pitch - 1}
              .gap=${1}
            ></mh-map-picture>
          </div>`,
      )}
    </div>
  </figure>`;
}

function aboutOther(
  { engine }: MasksRun,
  tab: PresetRun['tab'],
  { tokens, context, length }: PresetRun['state'],
): string {
  const say = words.others.about;
  switch (tab) {
    case 'none':
      return say.none(tokens.length);
    case 'causal':
      return words.presets.about.causal();
    case 'lengths':
      return say.lengths(length);
    case 'cross':
      return say.cross(context.join(' '));
    case 'alibi':
      return say.alibi(slopes(engine).map((slope) => `1/${1 / slope}`));
  }
}

export const otherPresetStyles = css`
  .other-presets {
    display: grid;
    grid-template-columns: repeat(4, minmax(0, max-content));
    justify-content: space-between;
    gap: 20px 24px;
  }
  .other-presets figcaption {
    display: grid;
    margin-block-end: 8px;
    font: var(--mh-label) var(--mh-font-ui);
  }
  .other-presets figcaption b {
    font-weight: 600;
  }
  .other-presets figcaption span {
    ${smallText}
  }
  .four {
    display: flex;
    flex-wrap: wrap;
    gap: 10px;
  }
  .of-head {
    display: flex;
    align-items: center;
    gap: 4px;
    margin-block-end: 4px;
    ${smallText}
  }
  @container (inline-size < 62.5rem) {
    .other-presets {
      grid-template-columns: repeat(2, minmax(0, max-content));
    }
  }
  @container (inline-size < 38.75rem) {
    .other-presets {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
