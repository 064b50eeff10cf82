import { css, html, nothing, type LitElement, type TemplateResult } from 'lit';
import { focusPart } from './focus.js';

/** The clipboard of an element. A page from a file may have none: the text is then shown. */
export class Clipboard {
  /** What is to be copied by hand; empty where nothing is. */
  text = '';
  readonly #host: LitElement;

  constructor(host: LitElement) {
    this.#host = host;
  }

  /** @return whether the text is on the clipboard; else it is selected, where `byHand` shows it */
  async copy(text: string): Promise<boolean> {
    this.forget();
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      this.text = text;
      this.#host.requestUpdate();
      await focusPart(this.#host, '.by-hand textarea');
      this.#host.renderRoot.querySelector<HTMLTextAreaElement>('.by-hand textarea')?.select();
      return false;
    }
  }

  forget() {
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
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
  }
  .by-hand textarea {
    padding-block: 8px;
    color: var(--mh-ink);
    font: 0.8125rem/1.25rem var(--mh-font-mono);
  }
`;
