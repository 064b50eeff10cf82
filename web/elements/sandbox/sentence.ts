import { html, nothing, svg, type PropertyValues } from 'lit';
import type { Tensor } from '../../../emscripten/package/index.js';
import { layOutArcs, type Strand } from './arcs.js';
import { share, shortShare } from '../../lib/numbers.js';
import { layOutSentence, type SentenceLayout } from './sentence-layout.js';
import { part } from '../../lib/tensor-view.js';
import { BoxedElement } from '../../ui/boxed-element.js';
import { moveInRow } from '../../ui/move-in-row.js';
import { followLanguage } from '../../lib/language.js';
import { base } from '../../ui/style.js';
import { colourIndex, headColour, swatch } from '../../ui/swatch.js';
import { rem, textScale } from '../../ui/text-scale.js';
import { wordWidths } from './word-widths.js';
import { sentenceStyles } from './sentence-style.js';

/** Smaller weights are not shown. */
const leastShown = 0.05;
/** Room for this many weights below each word, so that a change does not move the parts below. */
const keptLines = 4;
/** The maximum distance between words. */
const widestPitch = 120;

/**
 * The sentence, with an arc from the query to every key that a head gives a weight of at least 0.05.
 * The words are a radio group: the chosen one is the query. If they do not fit in one line, they wrap
 * and there are only the weights below them, no arcs.
 *
 * Part of mh-sandbox and mh-heads. @fires query-change - the index of the chosen word
 */
export class Sentence extends BoxedElement {
  static override properties = {
    tokens: { attribute: false },
    weights: { attribute: false },
    query: { type: Number },
    removed: { attribute: false },
    tied: { type: Boolean },
    width: { type: Number },
    label: {},
    indexed: { type: Boolean },
    tallest: { type: Number },
    centres: { state: true },
  };
  declare tokens: readonly string[];
  /** [H, T, T] */
  declare weights: Tensor | null;
  declare query: number;
  declare removed: readonly number[];
  /** All heads have the weights of head 0, and so its colour. */
  declare tied: boolean;
  /** The container's width. */
  declare width: number;
  /** The name of the row of words for screen readers. */
  declare label: string;
  /** Whether each word has its index. */
  declare indexed: boolean;
  /** The height of the arcs in a wide container. */
  declare tallest: number;
  /** The measured x position of the middle of each word. */
  declare centres: readonly number[];

  #layout: SentenceLayout = layOutSentence([], 0);
  readonly #sizes = globalThis.ResizeObserver && new ResizeObserver(() => this.#measure());

  constructor() {
    super();
    followLanguage(this);
    this.tokens = [];
    this.weights = null;
    this.query = 0;
    this.removed = [];
    this.tied = false;
    this.width = 720;
    this.label = '';
    this.indexed = false;
    this.tallest = 92;
    this.centres = [];
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#sizes?.disconnect();
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (changed.has('tokens') || changed.has('width')) {
      this.#layout = layOutSentence(wordWidths(this.tokens), this.width);
    }
  }

  override render() {
    const strands = this.#strands(this.query);
    const { mode, isNarrow, fontSize, pitch, padding } = this.#layout;
    const width = Math.min(this.width, this.tokens.length * widestPitch);
    const sizes = `--font:${rem(fontSize)};--pitch:${rem(pitch)};--padding:${padding}px`;
    const kept = `--width:${rem(width)};--most:${this.#mostListed()}`;
    return html`<div class="${mode} ${isNarrow ? 'narrow' : ''}" .style=${`${sizes};${kept}`}>
      ${mode === 'line' ? this.#arcs(strands) : nothing}
      <div role="radiogroup" aria-label=${this.label} @keydown=${this.#onKey}>
        ${this.tokens.map((token, index) => this.#word(token, index, strands))}
      </div>
    </div>`;
  }

  #word(token: string, index: number, strands: readonly Strand[]) {
    const isQuery = index === this.query;
    const received = strands.filter(({ key }) => key === index);
    return html`<div class="column">
      <button
        type="button"
        role="radio"
        aria-checked=${isQuery}
        tabindex=${isQuery ? 0 : -1}
        @click=${() => this.#choose(index)}
      >
        <bdi>${token}</bdi>${this.indexed ? html`<sub>${index}</sub>` : nothing}
      </button>
      <ul>
        ${received.map(
          ({ head, weight }) =>
            html`<li>
              ${swatch(colourIndex(head, this.tied))}<span class="head">${head}</span
              ><span>${this.#layout.isNarrow ? shortShare(weight) : share(weight)}</span>
            </li>`,
        )}
      </ul>
    </div>`;
  }

  #arcs(strands: readonly Strand[]) {
    const scale = textScale();
    const { isNarrow } = this.#layout;
    const height = this.#arcHeight * scale;
    const areMeasured = this.centres.length === this.tokens.length;
    const arcs = layOutArcs(areMeasured ? strands : [], {
      centres: this.centres,
      query: this.query,
      room: (isNarrow ? 44 : 80) * scale,
      height,
      gain: (isNarrow ? 6.5 : 11) * scale,
    });
    return svg`<svg aria-hidden="true" width="100%" height=${height + 8}>
      <g transform="translate(0 ${height + 8})" fill="none">
        ${arcs.map(
          ({ head, path, width }) =>
            svg`<path d=${path} stroke=${headColour(colourIndex(head, this.tied))} stroke-width=${width.toFixed(2)}
              stroke-dasharray=${head > 7 ? '7 3' : 'none'} />`,
        )}
      </g>
    </svg>`;
  }

  /** The same for every query, so that nothing jumps; lower if the words are close together. */
  get #arcHeight() {
    const { centres } = this;
    const span = ((centres.at(-1) ?? this.width) - (centres[0] ?? 0)) / textScale();
    return Math.min(this.#layout.isNarrow ? 72 : this.tallest, Math.max(48, 8 * Math.sqrt(span)));
  }

  #strands(query: number): Strand[] {
    if (!this.weights) return [];
    const heads = Array.from({ length: this.weights.shape[0] ?? 0 }, (_, head) => head);
    return heads
      .filter((head) => !this.removed.includes(head))
      .flatMap((head) =>
        Array.from(part(this.weights!, head, query).data, (weight, key) => ({ head, key, weight })),
      )
      .filter(({ weight }) => weight >= leastShown);
  }

  /** The highest number of heads below a word, for any query or after a change. */
  #mostListed(): number {
    const { weights, removed } = this;
    const [heads = 0, queries = 0, keys = 0] = weights?.shape ?? [];
    const least = this.#layout.mode === 'line' ? Math.min(heads, keptLines) : 1;
    const listed = new Uint8Array(queries * keys);
    for (let head = 0; weights && head < heads; head++) {
      if (removed.includes(head)) continue;
      part(weights, head).data.forEach((weight, i) => {
        if (weight >= leastShown) listed[i]! += 1;
      });
    }
    return listed.reduce((most, count) => Math.max(most, count), least);
  }

  #onKey = (event: KeyboardEvent) =>
    moveInRow(event, {
      parts: '[role=radio]',
      current: this.query,
      choose: (index) => this.#choose(index),
      isRadio: true,
    });

  #choose(index: number) {
    this.dispatchEvent(new CustomEvent('query-change', { detail: index }));
  }

  get #buttons() {
    return this.renderRoot.querySelectorAll<HTMLElement>('[role=radio]');
  }

  protected override updated(changed: PropertyValues<this>) {
    if (!changed.has('tokens') && !changed.has('width')) return;
    this.#sizes?.disconnect();
    this.#buttons.forEach((button) => this.#sizes?.observe(button));
    // At first the observer measures, after the layout for the frame. On paper it does not run.
    if (this.centres.length > 0 || !this.#sizes) this.#measure();
  }

  #measure() {
    const centres = Array.from(this.#buttons, (button) => {
      const column = button.parentElement!;
      return column.offsetLeft + column.offsetWidth / 2;
    });
    if (centres.join() !== this.centres.join()) this.centres = centres;
  }

  static override styles = [base, sentenceStyles];
}
