import { html, type TemplateResult } from 'lit';
import { fixed } from '../../lib/numbers.js';
import type { GridCell } from '../../lib/grid.js';
import { tabs } from '../../ui/tabs.js';
import { at, largestMagnitude, part } from '../../lib/tensor-view.js';
import { BoxedElement } from '../../ui/boxed-element.js';
import { axisNames, chosenCell, existing, layOutDetail } from './detail-cells.js';
import { changedCells, detailMatrix, matrixViews, toEdited } from './detail-matrices.js';
import type { DetailMatrix, MatrixView } from './detail-matrices.js';
import { detailEditor } from './detail-editor.js';
import { headDetailStyles } from './head-detail-style.js';
import { weightAt, type SandboxRun } from './run.js';
import type { SandboxSession } from './session.js';
import type { CellDragged, CellStep } from '../../ui/cell-drag.js';
import { controlStyles } from '../../ui/control-style.js';
import { cellEditor, cellEditorStyles } from '../../ui/edit/cell-editor.js';
import { editWords } from '../../ui/edit/words/index.js';
import { scaleKey, scaleKeyStyles } from '../../ui/scale-key.js';
import { followLanguage } from '../../lib/language.js';
import { spoken } from '../../lib/symbols.js';
import { withSymbols } from '../../ui/symbols.js';
import { words } from './words/index.js';
import { uiWords } from '../../ui/words/index.js';
import { base, widthContainer } from '../../ui/style.js';
import { colourIndex, swatch } from '../../ui/swatch.js';
import { tabStyles } from '../../ui/tab-style.js';
import { HeatMap } from '../../ui/heat-map.js';
import { WeightArithmetic } from './weight-arithmetic.js';
import type { ElementClasses } from '../../ui/register.js';

type View = 'why' | MatrixView;

const views: readonly View[] = ['why', ...matrixViews];

/**
 * One head in detail: where a weight comes from, or one of its matrices; and an editor of the chosen
 * number.
 *
 * Part of mh-sandbox.
 */
export class HeadDetail extends BoxedElement {
  static override readonly parts: ElementClasses = {
    'mh-heat-map': HeatMap,
    'mh-weight-arithmetic': WeightArithmetic,
  };
  static override properties = {
    session: { attribute: false },
    run: { attribute: false },
    head: { type: Number },
    query: { type: Number },
    key: { type: Number },
    width: { type: Number },
    explain: { attribute: false },
    view: { state: true },
    pointed: { state: true },
    chosen: { state: true },
  };
  declare session: SandboxSession;
  declare run: SandboxRun;
  declare head: number;
  declare query: number;
  declare key: number;
  declare width: number;
  /** What a matrix is; an empty text until that is loaded. */
  declare explain: (view: MatrixView, run: SandboxRun) => string;
  declare view: View;
  /** The cell of the matrix under the pointer or focus. */
  declare pointed: GridCell | null;
  /** The cell of the matrix that the editor changes; null for the pinned one. */
  declare chosen: GridCell | null;

  constructor() {
    super();
    followLanguage(this);
    this.view = 'why';
    this.pointed = null;
    this.chosen = null;
  }

  override render() {
    return html`<h3>
        ${swatch(colourIndex(this.head, this.run.state.tie))}<span
          >${withSymbols(this.#title())}</span
        >
      </h3>
      ${tabs({
        label: words.detail.views,
        ids: views,
        chosen: this.view,
        text: (view) =>
          view === 'why' ? words.detail.why : withSymbols(words.detail.matrices[view]),
        choose: (view) => this.#show(view),
        panel: 'panel',
      })}
      <div role="tabpanel" id="panel" aria-labelledby=${`tab-${this.view}`}>
        ${
          this.view === 'why'
            ? html`<mh-weight-arithmetic
                .engine=${this.session.model!.engine}
                .run=${this.run}
                .head=${this.head}
                .query=${this.query}
                .key=${this.key}
              ></mh-weight-arithmetic>`
            : this.#matrix(this.view)
        }
      </div>
      ${this.#editor()}`;
  }

  #title(): string | TemplateResult {
    const { run, head, query, key } = this;
    const { tokens } = run.state;
    return this.view === 'why'
      ? words.detail.title(head, tokens[query]!, tokens[key]!, weightAt(run, head, query, key))
      : words.detail.whole(head, words.detail.matrices[this.view]);
  }

  #matrix(view: MatrixView): TemplateResult {
    const { run, session, head } = this;
    const matrix = detailMatrix(session.model!, run, view, head);
    const { tensor, edited } = matrix;
    const [rows = 0, columns = 0] = tensor.shape;
    const names = axisNames(matrix, run.state.tokens);
    const { cell, gap, label } = layOutDetail(matrix, run.state.tokens, this.width);
    const isShare = view === 'weights';
    const name = `${spoken(words.detail.whole(head, words.detail.matrices[view]))}, ${words.detail.shape(rows, columns)}`;
    return html`<p class="explain">${withSymbols(this.explain(view, run))}</p>
      <mh-heat-map
        .matrix=${tensor}
        .mask=${isShare ? part(run.trace.maskedScores, head) : null}
        .kind=${isShare ? 'share' : 'signed'}
        .rows=${names.rows}
        .columns=${names.columns}
        .cell=${cell}
        .gap=${gap}
        .labelWidth=${label}
        .pulled=${matrix.rows === 'tokens' ? this.query : null}
        .chosen=${edited ? chosenCell(matrix, run, this.chosen) : existing(matrix, this.pointed)}
        .labelCell=${matrix.rows === 'numbers' ? words.detail.cell : null}
        .editable=${edited !== null}
        .edited=${changedCells(run, matrix)}
        .theme=${this.theme}
        .name=${edited ? `${name}. ${words.detail.editMap}` : name}
        @cell-preview=${this.#onPreview}
        @cell-pin=${this.#onPin}
        @cell-drag=${({ detail }: CustomEvent<CellDragged>) => this.#onDrag(matrix, detail)}
        @cell-drag-end=${() => session.edits.endDrag()}
        @cell-step=${({ detail }: CustomEvent<CellStep>) => this.#onStep(matrix, detail)}
      ></mh-heat-map>
      <div class="below">
        ${scaleKey(isShare ? 'share' : 'signed', largestMagnitude(tensor))}
        <output>${this.#pointedAt(matrix)}</output>
      </div>`;
  }

  #pointedAt(matrix: DetailMatrix) {
    const { run } = this;
    const { tokens } = run.state;
    const isSquare = matrix.columns === 'tokens';
    const { row, column } = existing(matrix, this.pointed) ?? chosenCell(matrix, run, this.chosen);
    const value = fixed(at(matrix.tensor, row, column));
    if (matrix.rows === 'numbers') {
      const { firstRow, firstColumn, edited } = matrix;
      const name = words.detail.matrices[edited!];
      return html`${editWords.weight(name, row + firstRow, column + firstColumn)}: ${value}`;
    }
    const token = tokens[row]!;
    return isSquare
      ? uiWords.map.cell(token, tokens[column]!, value)
      : words.detail.number(token, column, value);
  }

  #editor(): TemplateResult {
    const { view, session, run } = this;
    const shown = view === 'why' ? 'maskedScores' : view;
    const matrix = detailMatrix(session.model!, run, shown, run.state.head);
    const cell = chosenCell(matrix, run, this.chosen);
    const edited = toEdited(matrix, cell);
    const isSquare = matrix.columns === 'tokens';
    const back = (way: 'undo' | 'redo') => {
      session.back(way);
    };
    const why = view === 'weights' ? editWords.attention : editWords.result;
    return cellEditor(
      detailEditor(
        { session, run, back },
        edited,
        isSquare ? { matrix: 'mask', head: null, ...cell } : null,
        edited ? null : why,
        view === 'why' ? editWords.howWeight : null,
      ),
    );
  }

  #onPin = ({ detail }: CustomEvent<GridCell>) => {
    this.chosen = detail;
    this.pointed = detail;
  };

  #onDrag(matrix: DetailMatrix, dragged: CellDragged) {
    const start = toEdited(matrix, dragged.start);
    this.chosen = dragged.start;
    this.pointed = dragged.start;
    if (start)
      this.session.edits.drag(start, dragged.cell && toEdited(matrix, dragged.cell), dragged);
  }

  #onStep(matrix: DetailMatrix, { cell, steps }: CellStep) {
    const edited = toEdited(matrix, cell);
    this.chosen = cell;
    if (edited) this.session.edits.step(edited, steps);
  }

  #onPreview = (event: CustomEvent<GridCell | null>) => {
    if (event.detail) this.pointed = event.detail;
  };

  #show(view: View) {
    this.view = view;
    this.pointed = null;
    this.chosen = null;
  }

  static override styles = [
    base,
    widthContainer,
    controlStyles,
    cellEditorStyles,
    scaleKeyStyles,
    tabStyles,
    headDetailStyles,
  ];
}
