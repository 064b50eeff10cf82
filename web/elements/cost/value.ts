import { css, html, nothing, type TemplateResult } from 'lit';
import { withSymbols } from '../../ui/symbols.js';
import { computeValue, valueText, type ComputedValue } from '../../lib/value.js';
import { followLanguage } from '../../lib/language.js';
import { BoxedElement } from '../../ui/boxed-element.js';
import { SharedEngine } from '../../ui/engine.js';
import { base, tokens } from '../../ui/style.js';
import { explainValue } from './explain.js';
import { factorText } from './format.js';
import { factorName, productOf } from './product.js';
import { describeResult, type ResultsSource } from './results.js';
import { words } from './words/index.js';
import { hintText } from '../../ui/style-parts.js';

/**
 * A number in a sentence that the core computes, or that a training run gave. A click shows what it is
 * the product of, or which run it was.
 *
 * @attr expr - what is computed: kvCache(llama2-70b, 4096, batch 8), 2 * parameters(gpt2-small),
 *   results(relations, numHeads 4).median, …
 * @attr unit - how it is written: GiB, GB, FLOPs, %, …; without one it is a plain number
 * @attr decimals - how many, 0 to 6; without it as many as it needs
 * @attr theme - light, dark or system; without it the page's color-scheme
 * @slot - shown without WebAssembly, and until the core is loaded
 */
export class Value extends BoxedElement {
  static override properties = {
    expr: {},
    unit: {},
    decimals: { type: Number },
    isOpen: { state: true },
  };
  declare expr: string;
  declare unit: string;
  declare decimals: number | null;
  declare isOpen: boolean;

  readonly #shared = new SharedEngine(this);

  constructor() {
    super();
    followLanguage(this);
    this.expr = '';
    this.unit = '';
    this.decimals = null;
    this.isOpen = false;
  }

  override render() {
    const { engine } = this.#shared;
    if (!engine) return html`<slot></slot>`;
    const { expr, unit, decimals } = this;
    try {
      const given = { expr: expr ?? '', unit: unit ?? '', decimals };
      return this.#number(computeValue(given, engine));
    } catch (error) {
      return problem(expr, error as Error);
    }
  }

  #number(value: ComputedValue): TemplateResult {
    const flip = () => (this.isOpen = !this.isOpen);
    const how = isResult(value) ? words.value.which : words.value.how;
    return html`<button type="button" aria-expanded=${this.isOpen} @click=${flip}>
        ${valueText(value, words.whole)}<span class="unseen">, ${how}</span></button
      >${this.isOpen ? this.#product(value) : nothing}`;
  }

  #product(value: ComputedValue): TemplateResult {
    if (isResult(value)) {
      const write = (other: number) => valueText({ ...value, value: other }, words.whole);
      return html`<span class="product" role="status"
        >${describeResult(value.source, write)}</span
      >`;
    }
    const number = explainValue(value, this.#shared.engine!);
    if (!number) {
      return html`<span class="product" role="status"
        >${words.value.counted} <code>${this.expr}</code></span
      >`;
    }
    const { parts, result, note } = productOf(number);
    return html`<span class="product" role="status"
      >${parts.map((part) =>
        'sign' in part
          ? html`<span class="sign"> ${part.sign} </span>`
          : html`<span class="factor"
              >${factorText(part.value)} <small>${withSymbols(factorName(part.name))}</small></span
            >`,
      )}<span class="sign"> = </span><span class="factor">${result} <small>${note}</small></span>
    </span>`;
  }

  static override styles = [
    tokens,
    base,
    css`
      :host,
      .box {
        display: inline;
      }
      .box {
        color: inherit;
        font: inherit;
      }
      button {
        display: inline;
        padding: 0;
        border: 0;
        background: none;
        color: inherit;
        font: inherit;
        cursor: pointer;
        text-decoration-line: underline;
        text-decoration-style: dotted;
        text-decoration-thickness: 1px;
        text-decoration-color: var(--mh-line);
        text-underline-offset: 4px;
      }
      button[aria-expanded='true'] {
        text-decoration-style: solid;
        text-decoration-color: var(--mh-ink);
      }
      .product {
        margin-inline: 0.35em;
        padding: 1px 6px;
        background: var(--mh-sunk);
        box-decoration-break: clone;
        -webkit-box-decoration-break: clone;
        direction: ltr;
        unicode-bidi: isolate;
      }
      .factor {
        white-space: nowrap;
      }
      small {
        ${hintText}
        line-height: 1;
      }
      .problem {
        padding: 1px 6px;
        border: 1px dashed var(--mh-line);
        font: var(--mh-label) var(--mh-font-ui);
      }
      @media print {
        button {
          text-decoration-line: none;
        }
      }
    `,
  ];
}

type ResultValue = ComputedValue & { readonly source: ResultsSource };
const isResult = (value: ComputedValue): value is ResultValue =>
  typeof value.source === 'object' && value.source.run === 'results';

/** Shown instead of the number: what cannot be computed, and why. */
const problem = (expr: string, { message }: Error): TemplateResult =>
  html`<span class="problem" role="note"
    >${words.value.problem} <code>${expr}</code>: <span lang="en">${message}</span></span
  >`;
