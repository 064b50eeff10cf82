import { html, nothing, type TemplateResult } from 'lit';
import type { Engine, Tensor } from '../../../emscripten/package/index.js';
import { editedValue } from '../../lib/edits.js';
import { fixed, share } from '../../lib/numbers.js';
import { at, largestMagnitude, part } from '../../lib/tensor-view.js';
import { BoxedElement } from '../../ui/boxed-element.js';
import { keyHead } from '../../lib/key-head.js';
import type { SandboxRun } from './run.js';
import { followLanguage } from '../../lib/language.js';
import { words } from './words/index.js';
import { word } from '../../ui/word.js';
import { base, widthContainer } from '../../ui/style.js';
import { colourIndex, headColour } from '../../ui/swatch.js';
import { rem } from '../../ui/text-scale.js';
import { weightArithmeticStyles } from './weight-arithmetic-style.js';

/** With more bars than this, there is no room for their numbers. */
const mostNumbered = 12;
/** Half the height of a row of bars in px. */
const halfHeight = { vector: 28, product: 42 };

/**
 * Explains a weight: q, k, their products, the sum, the division, the softmax. All numbers are from
 * the trace or computed by `engine.tensor`.
 *
 * Part of mh-sandbox.
 */
export class WeightArithmetic extends BoxedElement {
  static override properties = {
    engine: { attribute: false },
    run: { attribute: false },
    head: { type: Number },
    query: { type: Number },
    key: { type: Number },
  };
  declare engine: Engine;
  declare run: SandboxRun;
  declare head: number;
  declare query: number;
  declare key: number;

  constructor() {
    super();
    followLanguage(this);
  }

  override render() {
    return html`<div
      class="halves"
      .style=${`--head:${headColour(colourIndex(this.head, this.run.state.tie))}`}
    >
      <section>${this.#product()}</section>
      <section>${this.#softmax()}</section>
    </div>`;
  }

  #product(): TemplateResult {
    const { tensor } = this.engine;
    const { run, head, query, key } = this;
    const { tokens } = run.state;
    const q = part(run.trace.q, head, query);
    const k = part(run.trace.k, keyHead(run.trace, head), key);
    const products = tensor.multiply(q, k);
    const sum = at(tensor.sum(products));
    const unit = Math.min(
      halfHeight.vector / Math.max(largestMagnitude(q), largestMagnitude(k), 1e-9),
      halfHeight.product / Math.max(largestMagnitude(products), 1e-9),
    );
    const { detail } = words;
    const root = this.#root();
    return html`<h4>${detail.multiply}${root ? detail.divideBy(root) : ''}</h4>
      <div class="bars">
        ${this.#bars(detail.q(tokens[query]!), q, unit, halfHeight.vector)}
        ${this.#bars(detail.k(tokens[key]!), k, unit, halfHeight.vector)}
        ${this.#bars(detail.product, products, unit, halfHeight.product)}
      </div>
      <p class="result">${this.#score(sum, root)} <small>${detail.rounded}</small></p>`;
  }

  /** The score is divided by the square root of this; null for no division. */
  #root(): number | null {
    const { state, dHead } = this.run;
    return state.scale === 'none' ? null : state.scale === 'sqrt-d-head' ? dHead : state.dModel;
  }

  #score(sum: number, root: number | null): TemplateResult {
    const { detail } = words;
    const change = this.#change();
    if (root === null) return html`${detail.sum} <b>${fixed(sum)}</b>${change}`;
    const { tensor } = this.engine;
    const score = at(tensor.divide(sum, tensor.sqrt([root])));
    return html`${detail.sum} ${fixed(sum)}, ${detail.and} ${fixed(sum)} ÷ √${root} =
      <b>${fixed(score)}</b>${change}`;
  }

  /** The learner's score, if this one was changed. */
  #change(): TemplateResult | typeof nothing {
    const { head, query: row, key: column } = this;
    const value = editedValue(this.run.state.edits, { matrix: 'scores', head, row, column });
    return value === undefined ? nothing : html`, ${words.detail.changedScore(fixed(value))}`;
  }

  #bars(name: string | TemplateResult, vector: Tensor, unit: number, half: number) {
    const values = Array.from(vector.data);
    const isNumbered = values.length <= mostNumbered;
    return html`<span class="name" .style=${`--half:${rem(half)}`}>${name}</span>
      <ol
        class="vector ${values.length > 8 ? 'many' : ''}"
        .style=${`--half:${rem(half)};--count:${values.length}`}
      >
        ${values.map(
          (value) =>
            html`<li>
              <span class="bar" .style=${bar(value, unit, half)}></span>
              <span class=${isNumbered ? '' : 'unseen'}>${fixed(value)}</span>
            </li>`,
        )}
      </ol>`;
  }

  /** Scrolls a long list to the current row, without scrolling the page. */
  protected override updated() {
    const list = this.renderRoot.querySelector('.rows.long');
    const row = list?.querySelector<HTMLElement>('.in-question');
    if (list && row) list.scrollTop = row.offsetTop - (list.clientHeight - row.offsetHeight) / 2;
  }

  #softmax(): TemplateResult {
    const { tensor } = this.engine;
    const { run, head, query, key } = this;
    const scores = part(run.trace.maskedScores, head, query);
    const weights = part(run.trace.weights, head, query);
    const largest = at(tensor.max(scores));
    const exps = tensor.exp(tensor.subtract(scores, largest));
    const total = at(tensor.sum(exps));
    const quotient = at(tensor.divide(at(exps, key), total));
    const { columns, softmax } = words.detail;
    const isLong = run.state.tokens.length > 12;
    return html`<h4 id="softmax">${softmax(run.state.tokens.length)}</h4>
      <div
        class="rows ${isLong ? 'long' : ''}"
        tabindex=${isLong ? 0 : nothing}
        role="group"
        aria-labelledby="softmax"
      >
        <table aria-labelledby="softmax">
          <thead>
            <tr>
              <th scope="col">${columns.key}</th>
              <th scope="col">${columns.score}</th>
              <th scope="col">${columns.exp(fixed(largest))}</th>
              <th scope="col" class="share"><span class="unseen">${columns.weight}</span></th>
              <th scope="col">${columns.weight}</th>
            </tr>
          </thead>
          <tbody>
            ${run.state.tokens.map(
              (token, s) =>
                html`<tr class=${s === key ? 'in-question' : ''}>
                  <th scope="row">${word(token)}<sub>${s}</sub></th>
                  <td>${fixed(at(scores, s))}</td>
                  <td>
                    ${at(scores, s) === -Infinity ? words.detail.hidden : fixed(at(exps, s), 3)}
                  </td>
                  <td class="share">
                    <span .style=${`inline-size:${at(weights, s) * 100}%`}></span>
                  </td>
                  <td>${share(at(weights, s))}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <p class="result">
        ${
          largest === -Infinity
            ? words.detail.unseen
            : html`${fixed(at(exps, key), 3)} ÷ ${fixed(total, 3)} = <b>${fixed(quotient)}</b>`
        }
      </p>`;
  }

  static override styles = [base, widthContainer, weightArithmeticStyles];
}

/** A bar from the zero line, up or down. */
function bar(value: number, unit: number, half: number): string {
  const length = Number.isFinite(value) ? Math.min(Math.abs(value) * unit, half) : 0;
  const [up, down] = value < 0 ? [0, length] : [length, 0];
  return `--top:${rem(half - up)};--bottom:${rem(half - down)}`;
}
