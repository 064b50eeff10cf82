import { html, nothing, type PropertyValues } from 'lit';
import { live } from 'lit/directives/live.js';
import { limits } from './state.js';
import { splitWords } from '../../lib/state-fields.js';
import { BoxedElement } from '../../ui/boxed-element.js';
import { controlStyles } from '../../ui/control-style.js';
import { button } from '../../ui/controls.js';
import { followLanguage } from '../../lib/language.js';
import { extraWords } from './words/extras.js';
import { base } from '../../ui/style.js';
import { sentenceEditorStyles } from './sentence-editor-style.js';

/**
 * Edits the tokens: one by one as chips, or as a whole sentence.
 *
 * Part of mh-sandbox. @fires tokens-change - the new tokens  @fires editor-close
 */
export class SentenceEditor extends BoxedElement {
  static override properties = {
    tokens: { attribute: false },
    vocabulary: { attribute: false },
    most: { type: Number },
    selected: { state: true },
    leftOut: { state: true },
  };
  declare tokens: readonly string[];
  /** The known words in lower case; null if any word is allowed. */
  declare vocabulary: readonly string[] | null;
  /** The maximum number of tokens. */
  declare most: number;
  declare selected: number;
  /** How many of the typed words were left out, because there were too many. */
  declare leftOut: number;

  #history: (readonly string[])[] = [];

  constructor() {
    super();
    followLanguage(this);
    this.tokens = [];
    this.vocabulary = null;
    this.most = limits.tokens;
    this.selected = 0;
    this.leftOut = 0;
  }

  override render() {
    const selected = Math.min(this.selected, this.tokens.length - 1);
    const token = this.tokens[selected];
    const { addAfter, done, remove, tokens, undo, used, whole } = extraWords.editor;
    return html`<ol aria-label=${tokens}>
        ${this.tokens.map((text, index) => this.#chip(text, index, index === selected))}
      </ol>
      <div class="row">
        ${
          token === undefined
            ? nothing
            : html`${button(remove(token), () => this.#replace(selected, []), 'link')}
              ${button(addAfter(token), () => this.#add(selected), 'link', {
                disabled: this.tokens.length >= this.most,
              })}`
        }
        ${button(undo, () => this.#undo(), 'link', { disabled: this.#history.length === 0 })}
        <span class="used" role="status">${used(this.tokens.length, this.most, this.leftOut)}</span>
      </div>
      ${token === undefined ? nothing : this.#known(token, selected)}
      <div class="row whole">
        <label>
          <span>${whole}</span>
          <input
            class="entry"
            spellcheck="false"
            autocomplete="off"
            .value=${live(this.tokens.join(' '))}
            @change=${(event: Event) =>
              this.#change(splitWords((event.target as HTMLInputElement).value))}
          />
        </label>
        ${button(done, () => this.dispatchEvent(new CustomEvent('editor-close')), 'filled')}
      </div>`;
  }

  /** The words that can replace the chosen chip. */
  #known(token: string, selected: number) {
    if (!this.vocabulary) return nothing;
    return html`<p class="used known">${extraWords.editor.known(token)}</p>
      <ul>
        ${this.vocabulary.map(
          (word) => html`<li>${button(word, () => this.#replace(selected, [word]), 'link')}</li>`,
        )}
      </ul>`;
  }

  #isUnknown(text: string): boolean {
    return this.vocabulary !== null && !this.vocabulary.includes(text.toLowerCase());
  }

  /** Selects the first unknown word. */
  protected override willUpdate(changed: PropertyValues<this>) {
    if (!changed.has('tokens') && !changed.has('vocabulary')) return;
    const unknown = this.tokens.findIndex((token) => this.#isUnknown(token));
    if (unknown >= 0) this.selected = unknown;
  }

  #chip(text: string, index: number, isSelected: boolean) {
    const isUnknown = this.#isUnknown(text);
    return html`<li class="${isSelected ? 'selected' : ''} ${isUnknown ? 'unknown' : ''}">
      <label
        ><span>${index}</span
        ><input
          dir="auto"
          spellcheck="false"
          autocomplete="off"
          aria-label=${extraWords.editor.token(index)}
          aria-invalid=${isUnknown ? 'true' : nothing}
          title=${isUnknown ? extraWords.editor.unknown : nothing}
          .value=${live(text)}
          @focus=${() => (this.selected = index)}
          @change=${(event: Event) =>
            this.#replace(index, splitWords((event.target as HTMLInputElement).value))}
      /></label>
    </li>`;
  }

  #add(index: number) {
    this.#replace(index, [this.tokens[index]!, extraWords.editor.newToken]);
    void this.updateComplete.then(() => {
      const input = this.renderRoot.querySelectorAll<HTMLInputElement>('li input')[index + 1];
      input?.focus();
      input?.select();
    });
  }

  /** Replaces a chip by the typed words: one, several, or none. */
  #replace(index: number, words: readonly string[]) {
    this.#change([...this.tokens.slice(0, index), ...words, ...this.tokens.slice(index + 1)]);
  }

  #change(tokens: readonly string[]) {
    if (tokens.join(' ') === this.tokens.join(' ')) return this.requestUpdate(); // what was typed goes
    this.#history.push(this.tokens);
    this.#set(tokens);
  }

  #undo() {
    const before = this.#history.pop();
    if (before) this.#set(before);
  }

  #set(tokens: readonly string[]) {
    this.leftOut = Math.max(0, tokens.length - this.most);
    this.tokens = tokens.slice(0, this.most);
    this.dispatchEvent(new CustomEvent('tokens-change', { detail: this.tokens }));
  }

  static override styles = [base, controlStyles, sentenceEditorStyles];
}
