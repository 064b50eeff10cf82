import { css, html, nothing, type LitElement, type TemplateResult } from 'lit';
import { language } from '../lib/language.js';
import { button } from './buttons.js';
import type { Clipboard } from './clipboard.js';
import type { Embedded, Snippet } from './embed-snippets.js';
import { uiWords } from './words/index.js';

/** What differs from element to element. */
export interface Subject extends Omit<Embedded, 'language' | 'height'> {
  readonly element: Element;
}

/** "Embed this", opened: buttons that copy HTML for another page. */
export class EmbedPanel {
  readonly #host: LitElement;
  readonly #clipboard: Clipboard;
  readonly #subject: () => Subject;
  #code: typeof import('./embed-snippets.js') | null = null;

  constructor(host: LitElement, clipboard: Clipboard, subject: () => Subject) {
    this.#host = host;
    this.#clipboard = clipboard;
    this.#subject = subject;
  }

  /** Most readers never need what makes the HTML, so it is a file of its own. */
  async load() {
    this.#code ??= await import('./embed-snippets.js');
    this.#host.requestUpdate();
  }

  view(): TemplateResult {
    return html`<div class="formats">
        ${(Object.keys(this.#snippets) as Snippet[]).map((name) =>
          button(
            uiWords.figure.snippets[name],
            () => void this.#clipboard.copy(this.#snippets[name]!),
          ),
        )}
      </div>
      <p class="words">
        ${this.#code?.whyOnlyElement(this.#subject().link, language) ?? nothing}
      </p>`;
  }

  /** Of the element as it is now. */
  get #snippets(): Partial<Record<Snippet, string>> {
    if (!this.#code) return {};
    const { element, ...subject } = this.#subject();
    const height = Math.ceil(element.getBoundingClientRect().height);
    return this.#code.embedSnippets({ ...subject, language, height });
  }
}

export const embedPanelStyles = css`
  .formats {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .words {
    max-inline-size: 42.5rem;
    font: var(--mh-caption) var(--mh-font-ui);
  }
`;
