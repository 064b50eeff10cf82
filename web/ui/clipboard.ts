import { css, html, nothing, type LitElement, type TemplateResult } from 'lit';
import { focusPart } from './focus.js';
import { hintText } from './style-parts.js';

/** Copies for an element. If there is no clipboard (file: pages), the text is shown instead. */
export class Clipboard {
  /** Whether the last text is on the clipboard. */
  isCopied = false;
  /** The text that the reader has to copy by hand, or empty. */
  text = '';
  readonly #host: LitElement;
  readonly #box: string;

  /** @param box  finds the box of `byHand`, where an element has several */
  constructor(host: LitElement, box = '.by-hand') {
    this.#host = host;
    this.#box = box;
  }

  /** @return whether the text is on the clipboard. If not, it is selected in the box of `byHand`. */
  async copy(text: string): Promise<boolean> {
    this.forget(); // what was said of the last copy too: otherwise the same would not be announced
    try {
      await navigator.clipboard.writeText(text);
      this.isCopied = true;
    } catch {
      this.text = text;
    }
    this.#host.requestUpdate();
    if (this.text) {
      const area = `${this.#box} textarea`;
      await focusPart(this.#host, area);
      this.#host.renderRoot.querySelector<HTMLTextAreaElement>(area)?.select();
    }
    return this.isCopied;
  }

  forget() {
    this.isCopied = false;
    this.text = '';
    this.#host.requestUpdate();
  }

  byHand(label: string, rows = 8): TemplateResult | typeof nothing {
    if (this.text === '') return nothing;
    return html`<label class="by-hand"
      ><span>${label}</span
      ><textarea class="entry" readonly rows=${rows} .value=${this.text}></textarea>
    </label>`;
  }
}

export const byHandStyles = css`
  .by-hand {
    display: grid;
    flex: 1 0 100%;
    gap: 6px;
    max-inline-size: 42.5rem;
    ${hintText}
  }
  .by-hand textarea {
    padding-block: 8px;
    color: var(--mh-ink);
    font: 0.8125rem/1.25rem var(--mh-font-mono);
  }
`;
