import { html, nothing, type TemplateResult } from 'lit';
import { BoxedElement } from './boxed-element.js';
import { Clipboard, byHandStyles } from './clipboard.js';
import { controlStyles } from './control-style.js';
import { button } from './controls.js';
import { followLanguage } from '../lib/language.js';
import { stateElement } from '../lib/state-format.js';
import { withSymbols } from './symbols.js';
import type { ElementClass } from './register.js';
import { EmbedPanel, embedPanelStyles } from './embed-panel.js';
import { uiWords } from './words/index.js';
import { base } from './style.js';
import { tableStyles } from './table-style.js';
import { figureStyles } from './figure-style.js';

export type SaveFormat = 'SVG' | 'PNG' | 'CSV' | 'JSON';
const formats: readonly SaveFormat[] = ['SVG', 'PNG', 'CSV', 'JSON'];
type Panel = 'table' | 'words' | 'save' | 'embed' | 'code';

/**
 * The frame of a figure: rule, number and question, stage, detail, controls, prediction, caption,
 * foot. Screen readers get a description in words instead of the stage.
 *
 * Part of the figures. @attr predict-first - the prediction is about all of the figure, and at its top
 * @attr controls-first - the controls are above the picture
 * @attr compact - no detail, and little space between the parts: for the first screen of a page
 * @attr partial - only question, controls and stage are drawn yet
 * @slot stage, detail, controls, predict, caption, foot
 * @fires figure-save - the chosen format
 */
export class Figure extends BoxedElement {
  static override properties = {
    predictFirst: { type: Boolean, attribute: 'predict-first' },
    controlsFirst: { type: Boolean, attribute: 'controls-first' },
    partial: { type: Boolean },
    number: {},
    question: {},
    words: {},
    link: { attribute: false },
    table: { attribute: false },
    code: { attribute: false },
    formats: { attribute: false },
    panel: { state: true },
  };
  declare predictFirst?: boolean;
  declare controlsFirst?: boolean;
  declare partial?: boolean;
  declare number: string;
  declare question: string;
  /** A description of the stage in words. */
  declare words: string;
  /** The address of this state; empty if the page has none. */
  declare link: string;
  declare table: () => TemplateResult;
  declare code: () => string;
  /** The formats in which it can be saved. */
  declare formats: readonly SaveFormat[];
  declare panel: Panel | null;

  readonly #clipboard = new Clipboard(this);
  readonly #embedPanel = new EmbedPanel(this, this.#clipboard, () => this.#subject);

  constructor() {
    super();
    followLanguage(this);
    this.number = '';
    this.question = '';
    this.words = '';
    this.link = '';
    this.table = () => html``;
    this.code = () => '';
    this.formats = formats;
    this.panel = null;
  }

  override render() {
    const predict = html`<slot name="predict"></slot>`;
    const controls = html`<slot name="controls"></slot>`;
    return html`<figure aria-labelledby="question" aria-describedby="words">
      <h2>
        ${this.number ? html`<span class="number">${uiWords.figure.title(this.number)}</span>` : nothing}
        <span id="question">${this.question}</span>
      </h2>
      <p id="words" class="unseen">${withSymbols(this.words)}</p>
      ${this.predictFirst ? predict : nothing}
      ${this.controlsFirst ? html`<div class="controls">${controls}</div>` : nothing}
      <div class="stage"><slot name="stage"></slot></div>
      <div class="block detail"><slot name="detail"></slot></div>
      ${this.controlsFirst ? nothing : html`<div class="block controls">${controls}</div>`}
      ${this.predictFirst ? nothing : predict} ${this.partial ? nothing : this.#rest()}
    </figure>`;
  }

  /** What is below the picture. */
  #rest(): TemplateResult {
    const { figure } = uiWords;
    const isHtml = this.panel === 'embed';
    return html`<figcaption><slot name="caption"></slot></figcaption>
      <div class="foot">
        ${this.#opener('table', figure.table)} ${this.#opener('words', figure.describe)}
        ${this.link ? button(figure.copyLink, this.#onCopy, 'link') : nothing}
        ${this.#opener('save', figure.saveAs)} ${this.#opener('embed', figure.embed)}
        ${this.#opener('code', figure.code)}
        <slot name="foot"></slot>
        <span role="status"
          >${this.#clipboard.isCopied ? figure[isHtml ? 'copiedHtml' : 'copied'] : ''}</span
        >
      </div>
      ${this.panel ? html`<div class="panel">${this.#panel(this.panel)}</div>` : nothing}
      ${isHtml ? this.#clipboard.byHand(figure.copyHtmlByHand) : this.#clipboard.byHand(figure.copyByHand, 2)}`;
  }

  #opener(panel: Panel, label: string) {
    const isOpen = this.panel === panel;
    const press = () => {
      this.panel = isOpen ? null : panel;
      this.#clipboard.forget();
      if (this.panel === 'embed') this.#embedPanel.load().catch(() => (this.panel = null));
    };
    return button(label, press, 'link', { expanded: isOpen });
  }

  #panel(panel: Panel): TemplateResult {
    switch (panel) {
      case 'table':
        return this.table();
      case 'words':
        return html`<p class="words">${withSymbols(this.words)}</p>`;
      case 'save':
        return html`<div class="formats">
          ${this.formats.map((format) =>
            button(format, () =>
              this.dispatchEvent(new CustomEvent('figure-save', { detail: format })),
            ),
          )}
        </div>`;
      case 'embed':
        return this.#embedPanel.view();
      case 'code':
        return html`<pre tabindex="0"><code>${this.code()}</code></pre>`;
    }
  }

  #onCopy = () => {
    this.panel = null;
    void this.#clipboard.copy(this.link);
  };

  /** The element that draws with this figure, with its state as it is now. */
  get #subject() {
    const element = (this.getRootNode() as ShadowRoot).host as HTMLElement & { state: object };
    const { format } = element.constructor as ElementClass;
    const { question, link } = this;
    return { element, ...stateElement(format!, element.state), question, link };
  }

  static override styles = [
    base,
    controlStyles,
    byHandStyles,
    embedPanelStyles,
    tableStyles,
    figureStyles,
  ];
}
