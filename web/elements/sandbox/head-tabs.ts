import { css, html } from 'lit';
import { BoxedElement } from '../../ui/boxed-element.js';
import type { AttentionTrace } from '../../../emscripten/package/index.js';
import type { SandboxState } from './state.js';
import { tabs } from '../../ui/tabs.js';
import { part } from '../../lib/tensor-view.js';
import { followLanguage } from '../../lib/language.js';
import { base } from '../../ui/style.js';
import { colourIndex, swatch } from '../../ui/swatch.js';
import { MapPicture } from '../../ui/map-picture.js';
import type { ElementClasses } from '../../ui/register.js';
import { chosenTab, headTab } from '../../ui/style-parts.js';

/** What the tabs show of a run. */
interface TabsRun {
  readonly state: Pick<SandboxState, 'tokens' | 'heads' | 'head' | 'query' | 'tie' | 'removed'>;
  readonly trace: Pick<AttentionTrace, 'weights' | 'maskedScores'>;
}

/**
 * All heads as small maps, of which one can be chosen. Used if large maps do not fit side by side.
 *
 * Part of mh-sandbox and mh-heads. @fires head-change - the index of the chosen head
 */
export class HeadTabs extends BoxedElement {
  static override readonly parts: ElementClasses = {
    'mh-map-picture': MapPicture,
  };
  static override properties = {
    run: { attribute: false },
    width: { type: Number },
    label: {},
    names: { attribute: false },
  };
  declare run: TabsRun;
  declare width: number;
  /** The name of the row of tabs for screen readers. */
  declare label: string;
  /** What each head is called. */
  declare names: readonly string[];

  constructor() {
    super();
    followLanguage(this);
    this.label = '';
    this.names = [];
  }

  override render() {
    const { state, trace } = this.run;
    const abreast = this.width >= 900 ? 8 : this.width >= 240 ? 4 : 2; // 2 in large text
    const room = Math.min(140, (this.width - 12 * (abreast - 1)) / abreast);
    const pitch = Math.max(1, Math.min(12, Math.floor(room / state.tokens.length)));
    const gap = pitch >= 6 ? 1 : 0;
    return html`<div .style=${`--abreast:${Math.min(abreast, state.heads)}`}>
      ${tabs({
        label: this.label,
        ids: Array.from({ length: state.heads }, (_, head) => head),
        chosen: state.head,
        text: (head) =>
          html`<mh-map-picture
              .matrix=${part(trace.weights, head)}
              .mask=${part(trace.maskedScores, head)}
              .cell=${pitch - gap}
              .gap=${gap}
              .pulled=${state.query}
            ></mh-map-picture>
            <span class="name"
              >${swatch(colourIndex(head, state.tie), !state.removed.includes(head))}
              ${this.names[head]}</span
            >`,
        choose: (head) => this.#choose(head),
      })}
    </div>`;
  }

  #choose(head: number) {
    this.dispatchEvent(new CustomEvent('head-change', { detail: head }));
  }

  static override styles = [
    base,
    css`
      [role='tablist'] {
        display: grid;
        grid-template-columns: repeat(var(--abreast), minmax(0, 1fr));
        gap: 8px 12px;
        border-block-end: 1px solid var(--mh-hair);
      }
      button {
        ${headTab}
        cursor: pointer;
        overflow: hidden;
      }
      [aria-selected='true'] {
        ${chosenTab}
      }
      .name {
        display: flex;
        align-items: center;
        gap: 5px;
        text-align: start; /* in large text it breaks */
      }
      @media (forced-colors: active) {
        button {
          border-color: Canvas;
        }
        [aria-selected='true'] {
          border-color: Highlight;
        }
      }
    `,
  ];
}
