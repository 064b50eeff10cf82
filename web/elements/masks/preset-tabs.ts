import { css, html, type TemplateResult } from 'lit';
import { resetButton } from '../../ui/controls.js';
import { presetPicture } from './preset-picture.js';
import { tabs, type Tab } from './presets.js';
import type { MasksRun } from './run.js';
import { words } from './words/index.js';
import { smallText } from '../../ui/style-parts.js';

/** The presets with small pictures of their masks. */
export function presetTabs(
  run: MasksRun,
  act: { choose: (tab: Tab) => void; onKey: (event: KeyboardEvent) => void; reset: () => void },
): TemplateResult {
  const { length, context } = run.state;
  return html`<div class="presets">
    <div role="radiogroup" aria-label=${words.presets.name} @keydown=${act.onKey}>
      ${tabs.map((tab) => {
        const isChosen = tab === run.tab;
        return html`<button
          type="button"
          role="radio"
          class="preset"
          aria-checked=${isChosen}
          tabindex=${isChosen ? 0 : -1}
          @click=${() => act.choose(tab)}
        >
          ${presetPicture(run, tab)}
          <span>
            <b>${words.presets.title[tab]}</b>
            <span class="about">${words.presets.about[tab](length, context.length)}</span>
          </span>
        </button>`;
      })}
    </div>
    ${resetButton(act.reset)}
  </div>`;
}

export const presetStyles = css`
  .presets {
    display: flex;
    align-items: center;
    gap: 24px;
    border-block-end: 1px solid var(--mh-hair);
  }
  .presets > [role='radiogroup'] {
    flex: 1;
    display: grid;
    grid-template-columns: repeat(5, minmax(0, 1fr));
    gap: 0 16px;
  }
  .presets > button {
    flex: none;
  }
  button.preset {
    display: flex;
    align-items: flex-start;
    gap: 10px;
    min-block-size: 44px;
    padding: 6px 0 10px;
    border: 0;
    border-block-end: 3px solid transparent;
    margin-block-end: -1px;
    background: none;
    text-align: start;
    font: var(--mh-label) var(--mh-font-ui);
  }
  .preset b {
    display: block;
    font-weight: 600;
  }
  .preset .about {
    display: block;
    ${smallText}
  }
  .preset[aria-checked='true'] {
    border-color: var(--mh-ink);
  }
  .preset:focus-visible {
    outline-offset: -2px;
  }
  @media (forced-colors: active) {
    button.preset {
      border-color: Canvas;
    }
    .preset[aria-checked='true'] {
      border-color: Highlight;
    }
  }
  @container (inline-size < 60rem) {
    .presets {
      align-items: flex-end;
      flex-wrap: wrap;
      gap: 8px 24px;
      padding-block-end: 8px;
    }
    .presets > [role='radiogroup'] {
      flex: 1 0 100%;
      grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr));
      gap: 12px 16px;
    }
  }
`;
