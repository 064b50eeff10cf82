import { css, html, nothing, type TemplateResult } from 'lit';
import type { Engine, Tensor } from '../../../emscripten/package/index.js';
import { fixed } from '../../lib/numbers.js';
import type { GridCell } from '../../lib/grid.js';
import { fitCells } from '../../lib/map-layout.js';
import { moveInRow } from '../../ui/move-in-row.js';
import { at, largestMagnitude, part } from '../../lib/tensor-view.js';
import { BoxedElement } from '../../ui/boxed-element.js';
import { keyHead } from '../../lib/key-head.js';
import { weightAt, type SandboxRun } from './run.js';
import { scaleKey, scaleKeyStyles } from '../../ui/scale-key.js';
import { followLanguage } from '../../lib/language.js';
import { words } from './words/index.js';
import { uiWords } from '../../ui/words/index.js';
import { base } from '../../ui/style.js';
import { colourIndex, swatch } from '../../ui/swatch.js';
import { tabStyles } from '../../ui/tab-style.js';
import { HeatMap } from '../../ui/heat-map.js';
import { WeightArithmetic } from './weight-arithmetic.js';
import type { ElementClasses } from '../../ui/register.js';

type Matrix = keyof (typeof words)['detail']['matrices'];
type View = 'why' | Matrix;

const views: readonly View[] = [
  'why',
  ...(['q', 'k', 'v', 'scores', 'maskedScores', 'weights', 'heads'] as const),
];

/**
 * One head in detail: where a weight comes from, or one of its matrices.
 *
 * Part of mh-sandbox.
 */
export class HeadDetail extends BoxedElement {
  static override readonly parts: ElementClasses = {
    'mh-heat-map': HeatMap,
    'mh-weight-arithmetic': WeightArithmetic,
  };
  static override properties = {
    engine: { attribute: false },
    run: { attribute: false },
    head: { type: Number },
    query: { type: Number },
    key: { type: Number },
    width: { type: Number },
    view: { state: true },
    pointed: { state: true },
  };
  declare engine: Engine;
  declare run: SandboxRun;
  declare head: number;
  declare query: number;
  declare key: number;
  declare width: number;
  declare view: View;
  /** The cell of the matrix under the pointer or focus. */
  declare pointed: GridCell | null;

  constructor() {
    super();
    followLanguage(this);
    this.view = 'why';
    this.pointed = null;
  }

  override render() {
    return html`<h3>
        ${swatch(colourIndex(this.head, this.run.state.tie))}<span>${this.#title()}</span>
      </h3>
      <div role="tablist" aria-label=${words.detail.views} @keydown=${this.#onKey}>
        ${views.map(
          (view) =>
            html`<button
              type="button"
              role="tab"
              id=${`tab-${view}`}
              aria-controls="panel"
              aria-selected=${view === this.view}
              tabindex=${view === this.view ? 0 : -1}
              @click=${() => this.#show(view)}
            >
              ${view === 'why' ? words.detail.why : words.detail.matrices[view]}
            </button>`,
        )}
      </div>
      <div role="tabpanel" id="panel" aria-labelledby=${`tab-${this.view}`}>
        ${
          this.view === 'why'
            ? html`<mh-weight-arithmetic
                .engine=${this.engine}
                .run=${this.run}
                .head=${this.head}
                .query=${this.query}
                .key=${this.key}
              ></mh-weight-arithmetic>`
            : this.#matrix(this.view)
        }
      </div>`;
  }

  #title(): string | TemplateResult {
    const { run, head, query, key } = this;
    const { tokens } = run.state;
    return this.view === 'why'
      ? words.detail.title(head, tokens[query]!, tokens[key]!, weightAt(run, head, query, key))
      : words.detail.whole(head, words.detail.matrices[this.view]);
  }

  #matrix(view: Matrix): TemplateResult {
    const { run } = this;
    const { tokens } = run.state;
    const group = view === 'k' || view === 'v' ? keyHead(run.trace, this.head) : this.head;
    const matrix = part(run.trace[view], group);
    const [rows = 0, columns = 0] = matrix.shape;
    const isSquare = view === 'scores' || view === 'maskedScores' || view === 'weights';
    const longest = Math.max(...tokens.map((token) => token.length));
    const { cell, gap, label } = fitCells(this.width, columns, longest);
    const isShare = view === 'weights';
    return html`<p class="explain">${words.detail.explain[view](run.dHead)}</p>
      <mh-heat-map
        .matrix=${matrix}
        .mask=${isShare ? part(run.trace.maskedScores, this.head) : null}
        .kind=${isShare ? 'share' : 'signed'}
        .rows=${tokens}
        .columns=${isSquare ? tokens : Array.from({ length: columns }, (_, i) => String(i))}
        .cell=${cell}
        .gap=${gap}
        .labelWidth=${label}
        .pulled=${this.query}
        .chosen=${this.pointed}
        .theme=${this.theme}
        .name=${`${words.detail.whole(this.head, words.detail.matrices[view])}, ${words.detail.shape(rows, columns)}`}
        @cell-preview=${this.#onPreview}
        @cell-pin=${this.#onPreview}
      ></mh-heat-map>
      <div class="below">
        ${scaleKey(isShare ? 'share' : 'signed', largestMagnitude(matrix))}
        <output>${this.#pointedAt(matrix, isSquare)}</output>
      </div>`;
  }

  #pointedAt(matrix: Tensor, isSquare: boolean) {
    const { tokens } = this.run.state;
    const { row, column } = this.pointed ?? { row: this.query, column: isSquare ? this.key : 0 };
    const value = at(matrix, row, column);
    const token = tokens[row];
    if (token === undefined) return nothing;
    return isSquare
      ? uiWords.map.cell(token, tokens[column]!, fixed(value))
      : words.detail.number(token, column, fixed(value));
  }

  #onPreview = (event: CustomEvent<GridCell | null>) => {
    if (event.detail) this.pointed = event.detail;
  };

  #show(view: View) {
    this.view = view;
    this.pointed = null;
  }

  #onKey = (event: KeyboardEvent) =>
    moveInRow(event, this, {
      parts: '[role=tab]',
      current: views.indexOf(this.view),
      choose: (place) => this.#show(views[place]!),
    });

  static override styles = [
    base,
    scaleKeyStyles,
    tabStyles,
    css`
      h3 {
        display: flex;
        align-items: baseline;
        gap: 7px;
        font: 600 0.9375rem/1.5rem var(--mh-font-ui);
      }
      .explain {
        margin-block-end: 12px;
        color: var(--mh-ink-2);
      }
      .below {
        display: flex;
        flex-wrap: wrap;
        gap: 8px 32px;
        align-items: center;
        margin-block-start: 12px;
      }
      output {
        font: var(--mh-caption) var(--mh-font-ui);
      }
      mh-heat-map {
        overflow-x: auto;
        padding: 4px;
        margin: -4px;
      }
    `,
  ];
}
