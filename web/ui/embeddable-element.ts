import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { BoxedElement } from './boxed-element.js';
import { byHandStyles, Clipboard } from './clipboard.js';
import { button } from './controls.js';
import { EmbedPanel, embedPanelStyles } from './embed-panel.js';
import type { ElementState } from './element-state.js';
import { footRow, hintText, strongText } from './style-parts.js';
import { uiWords } from './words/index.js';

/** What another page needs to show the same. */
export interface Embeddable {
  /** The name of a frame, and the text of a link. */
  readonly title: string;
  /** The attributes that choose what is shown. */
  readonly attributes: readonly string[];
  /** The state, if fields of it have the names of attributes: what the learner has chosen since. */
  readonly state?: Pick<ElementState<object>, 'value' | 'initial'>;
}

/**
 * An element that is not a figure. In the lesson, which gives it an address, "Embed this" is at its
 * end. What is copied has what the element shows or asks, and nothing of what the learner has
 * answered.
 *
 * @attr link-base - the start of copied links: the page's address up to and with its hash
 */
export abstract class EmbeddableElement extends BoxedElement {
  static override properties: PropertyDeclarations = {
    linkBase: { attribute: 'link-base' },
    isEmbedOpen: { state: true },
  };
  declare linkBase: string | null;
  declare isEmbedOpen: boolean;
  isReady = false;

  /** Null if it needs other elements of its page. Only used when it is drawn. */
  protected abstract readonly embeddable: Embeddable | null;

  readonly #clipboard = new Clipboard(this, '.embed .by-hand');
  readonly #panel = new EmbedPanel(this, this.#clipboard, () => this.#subject);

  constructor() {
    super();
    this.linkBase = '';
    this.isEmbedOpen = false;
  }

  /** "Embed this", and below it what it opens. */
  protected embedThis(): TemplateResult | typeof nothing {
    if (!this.linkBase || !this.embeddable) return nothing;
    const { copiedHtml, copyHtmlByHand, embed } = uiWords.figure;
    return html`<div class="embed">
      ${button(embed, this.#onOpen, 'link', { expanded: this.isEmbedOpen })}
      <span role="status">${this.#clipboard.isCopied ? copiedHtml : ''}</span>
      ${this.isEmbedOpen ? html`<div class="panel">${this.#panel.view()}</div>` : nothing}
      ${this.#clipboard.byHand(copyHtmlByHand)}
    </div>`;
  }

  #onOpen = () => {
    this.isEmbedOpen = !this.isEmbedOpen;
    this.#clipboard.forget();
    if (this.isEmbedOpen) this.#panel.load().catch(() => (this.isEmbedOpen = false));
  };

  get #subject() {
    const { title, attributes } = this.embeddable!;
    const chosen = this.#chosen;
    const written = attributes.flatMap((name) => {
      const value = chosen[name] ?? this.getAttribute(name);
      return value === null ? [] : [[name, value] as const];
    });
    return {
      element: this,
      tag: this.localName,
      flags: [],
      attributes: Object.fromEntries(written),
      question: title,
      link: this.linkBase! + parametersFor(this.id, chosen),
    };
  }

  /** Where the state differs from the attributes. */
  get #chosen(): Readonly<Record<string, string>> {
    const { attributes, state } = this.embeddable!;
    const [now, before] = [state?.value ?? {}, state?.initial ?? {}] as Record<string, unknown>[];
    const names = attributes.filter((name) => now![name] !== before![name]);
    return Object.fromEntries(names.map((name) => [name, String(now![name])]));
  }
}

/** The address restores the state of an element that has an id. */
function parametersFor(id: string, state: object): string {
  if (id === '' || Object.keys(state).length === 0) return '';
  return `?${new URLSearchParams({ [id]: JSON.stringify(state) }).toString()}`;
}

export const embedStyles = [
  byHandStyles,
  embedPanelStyles,
  css`
    .embed {
      ${footRow}
    }
    .embed .panel {
      flex: 1 0 100%;
      margin-block: 8px;
    }
    .embed [aria-expanded='true'] {
      ${strongText}
    }
    .embed [role='status'] {
      ${hintText}
    }
    @media print {
      .embed {
        display: none;
      }
    }
  `,
];
