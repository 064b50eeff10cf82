import { css, html, nothing, type TemplateResult } from 'lit';
import { listingLines } from './listing-lines.js';
import { languages, type Language } from './state.js';
import type { Stage, Variant } from './list.js';
import { BoxedElement } from '../../ui/boxed-element.js';
import { followLanguage } from '../../lib/language.js';
import { tabs } from '../../ui/tabs.js';
import { NearContent } from '../../ui/near-content.js';
import { noticeStyles } from '../../ui/notice.js';
import { words } from './words/index.js';
import { base } from '../../ui/style.js';
import { tabStyles } from '../../ui/tab-style.js';
import { unloaded } from '../../ui/without-engine.js';
import { hintText, wrappedCode } from '../../ui/style-parts.js';

/**
 * The same attention in five languages, with the lines of one stage highlighted.
 *
 * Part of mh-steps. @fires language-change - the chosen language
 */
export class StepsListing extends BoxedElement {
  static override properties = {
    language: {},
    stage: {},
    variant: {},
    causal: { type: Boolean },
    edits: { attribute: false },
    tokens: { type: Number },
  };
  declare language: Language;
  declare stage: Stage;
  declare variant: Variant;
  declare causal: boolean;
  /** What the learner has changed in the layer, which reads `tokens` tokens. */
  declare edits: readonly string[];
  declare tokens: number;

  readonly #sources = new NearContent<Readonly<Record<Language, string>>>(
    this,
    async () => (await import('./listings/index.js')).stepListings,
  );

  constructor() {
    super();
    followLanguage(this);
    this.language = 'numpy';
    this.stage = 'input';
    this.variant = 'multi-head';
    this.causal = false;
    this.edits = [];
    this.tokens = 0;
  }

  override render() {
    const { listing, listings } = words;
    return html`${tabs({
        label: listing,
        ids: languages,
        chosen: this.language,
        text: (language) => listings[language],
        choose: (language) => this.#choose(language),
        panel: 'code',
      })}
      <div role="tabpanel" id="code" tabindex="0" aria-labelledby="tab-${this.language}">
        ${this.#code()}
      </div>
      <p>${this.language === 'pytorch' ? words.allHeads : nothing}</p>`;
  }

  #code() {
    const { content } = this.#sources;
    return content ? this.#lines(content[this.language]) : unloaded(this.#sources, words.unlisted);
  }

  #lines(source: string): TemplateResult {
    const { language, variant, causal, edits, tokens } = this;
    const lines = listingLines(source, variant, causal, { language, edits, tokens, causal });
    return html`<ol dir="ltr">
      ${lines.map(({ text, stage }) => {
        const isHighlighted = stage === this.stage;
        return html`<li
          class=${isHighlighted ? 'lit' : ''}
          aria-current=${isHighlighted ? 'step' : nothing}
        >
          <code>${text}</code>
        </li>`;
      })}
    </ol>`;
  }

  /** Scrolls to the highlighted lines, without scrolling the page. */
  protected override updated() {
    const panel = this.renderRoot.querySelector<HTMLElement>('#code');
    const highlighted = [...this.renderRoot.querySelectorAll<HTMLElement>('.lit')];
    const [first, last] = [highlighted[0], highlighted.at(-1)];
    if (!panel || !first || !last) return;
    const bottom = last.offsetTop + last.offsetHeight;
    const isVisible =
      first.offsetTop >= panel.scrollTop && bottom <= panel.scrollTop + panel.clientHeight;
    if (!isVisible) panel.scrollTop = (first.offsetTop + bottom - panel.clientHeight) / 2;
  }

  #choose(language: Language) {
    this.dispatchEvent(new CustomEvent('language-change', { detail: language }));
  }

  static override styles = [
    base,
    tabStyles,
    noticeStyles,
    css`
      [role='tabpanel'] {
        position: relative;
        block-size: 32.5rem; /* fits the Python listing; longer ones end in half a line, so one sees that they go on */
        overflow: hidden auto;
        background: var(--mh-sunk);
        border-radius: var(--mh-radius);
        font: 0.8125rem/1.25rem var(--mh-font-mono);
      }
      [role='tabpanel']:focus-visible {
        outline-offset: -2px;
      }
      ol {
        padding-block: 10px;
        counter-reset: line;
      }
      li {
        display: flex;
        padding-inline: 9px 16px;
        border-inline-start: 3px solid transparent;
        counter-increment: line;
      }
      li::before {
        content: counter(line);
        flex: none;
        inline-size: 3ch;
        margin-inline-end: 1.5ch;
        text-align: end;
        color: var(--mh-ink-3);
      }
      /* Long lines wrap with a hanging indent. */
      code {
        min-inline-size: 0;
        padding-inline-start: 4ch;
        text-indent: -4ch;
        ${wrappedCode}
        font: inherit;
      }
      .lit {
        border-color: var(--mh-ink);
        background: var(--mh-stage);
      }
      p {
        min-block-size: 20px;
        margin-block-start: 6px;
        ${hintText}
      }
      @media (forced-colors: active) {
        li {
          border-color: Canvas;
        }
        .lit {
          border-color: Highlight;
        }
      }
      @media print {
        [role='tabpanel'] {
          block-size: auto;
        }
      }
    `,
  ];
}
