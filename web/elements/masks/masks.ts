import { html, type TemplateResult } from 'lit';
import type { GridCell } from '../../lib/grid.js';
import type { Settings } from '../../ui/boxed-element.js';
import { Clipboard } from '../../ui/clipboard.js';
import { toRefusal } from '../../ui/notice.js';
import { Figure, type SaveFormat } from '../../ui/figure.js';
import { SessionFigure } from '../../ui/session-figure.js';
import { HeatMap } from '../../ui/heat-map.js';
import { MapPicture } from '../../ui/map-picture.js';
import { moveInRow } from '../../ui/move-in-row.js';
import { Predict } from '../../ui/predict.js';
import { predictSlot } from '../../ui/predict-slot.js';
import type { ElementClasses } from '../../ui/register.js';
import { saveFigure } from '../../ui/save-file.js';
import { onUndoKey } from '../../ui/undo-key.js';
import { declareSettings, type WithFlag } from '../../ui/settings.js';
import { alignmentView } from './alignment-view.js';
import { MasksPrediction } from './prediction.js';
import { masksControls } from './controls.js';
import { caption, describeMasks } from './describe.js';
import { dropoutView } from './dropout-view.js';
import { MaskEditor, type PaintDetail } from './editor.js';
import { emptyRow } from './empty-row.js';
import { maskCode, masksCode, masksCsv, masksJson, masksTable } from './export.js';
import { layOutMasks } from './layout.js';
import { otherPresets } from './other-presets.js';
import { presetTabs } from './preset-tabs.js';
import { paintPairs, tabs, withTab } from './presets.js';
import { rowPanel } from './row-panel.js';
import type { MasksRun } from './run.js';
import { MasksSession } from './session.js';
import { masksStage } from './stage.js';
import { heads, masksFormat, type MasksState } from './state.js';
import { masksStyles } from './style.js';
import { masksSvg } from './svg.js';
import { words } from './words/index.js';

type Names = WithFlag<MasksState, 'masked', 'allPairs'>;
const settings = declareSettings<MasksState, Names>(masksFormat);
export interface Masks extends Settings<typeof settings, MasksState> {}

/**
 * A mask that is edited cell by cell, and the weights of four half-trained heads with it. Below:
 * causal alignment, a row without keys, and dropout. Computed by the core.
 *
 * @attr tokens - words, separated by spaces, at most 8: the queries
 * @attr preset - none, causal, lengths or alibi
 * @attr keys - same or another: whose words the keys are; @attr context - the other words
 * @attr length - with the preset lengths: how many keys are words
 * @attr turned - pairs that differ from the preset, row and column: 20,21
 * @attr all-pairs - the mask is not applied
 * @attr row - the query that is apart; @attr token, column, head - the weight that is explained
 * @attr newest - words that come in while the others are in the cache
 * @attr rate, seeds - of dropout
 * @attr theme - light, dark or system; without it the page's color-scheme
 * @attr number, question - of the figure
 * @attr link-base - the page's address that a copied link begins with, up to its hash
 * @slot - shown where there is no WebAssembly
 * @fires mh-ready, mh-state, mh-answer - see events.ts
 */
export class Masks extends SessionFigure<MasksState, MasksRun> {
  static readonly format = masksFormat;
  static override readonly parts: ElementClasses = {
    'mh-figure': Figure,
    'mh-heat-map': HeatMap,
    'mh-map-picture': MapPicture,
    'mh-mask-editor': MaskEditor,
    'mh-predict': Predict,
  };
  static override properties = settings;

  protected readonly session: MasksSession = new MasksSession({
    state: () => this.state,
    change: (state) => {
      this.#clipboard.forget();
      this.figureState.change(state);
      this.#waitForPause();
    },
    draw: () => this.requestUpdate(),
    isConnected: () => this.isConnected,
    onTrained: () => this.#findMeanLater(),
  });
  readonly #prediction = new MasksPrediction();
  readonly #clipboard = new Clipboard(this);

  constructor() {
    super(masksFormat, settings);
  }

  override connectedCallback() {
    super.connectedCallback();
    this.session.open().catch((error: unknown) => this.sharedEngine.report(error));
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.session.end();
  }

  protected override figure(run: MasksRun): TemplateResult {
    const session = this.session;
    const { differenceOfMean } = session;
    const { problem } = session.last;
    const question = this.#prediction.question(run);
    const endDrag = () => session.history.endStep();
    const change = (change: Partial<MasksState>, control?: string) =>
      session.change({ ...this.state, ...change }, control);
    return html`<mh-figure
        .number=${this.number}
        .question=${this.question || words.question}
        .words=${describeMasks(run)}
        .link=${this.link}
        .table=${() => masksTable(run)}
        .code=${() => masksCode(run)}
        @figure-save=${({ detail }: CustomEvent<SaveFormat>) => void this.#save(run, detail)}
        @keydown=${onUndoKey((way) => this.#back(way))}
      >
        <div slot="stage">
          ${presetTabs(run, {
            choose: (tab) => this.session.change(withTab(this.state, tab)),
            onKey: this.#onPresetKey,
            reset: () => this.session.change(this.figureState.initial),
          })}
          ${this.#picture(run, endDrag)}
        </div>
        <div slot="detail">
          ${rowPanel(run, !question, (column) => this.session.show({ column }))}
          <div class="part">${otherPresets(run)}</div>
          <div class="part">
            ${alignmentView(run, { setNewest: (newest) => change({ newest }, 'newest'), endDrag })}
          </div>
          <div class="part beside">
            ${emptyRow(run)} ${dropoutView({ run, differenceOfMean, change, endDrag })}
          </div>
        </div>
        <div slot="controls">
          ${masksControls({
            ...{ wanted: this.state, run, change, endDrag, isCopied: this.#clipboard.isCopied },
            refusal: problem && toRefusal(problem),
            copy: () => void this.#clipboard.copy(maskCode(run)),
          })}
          ${this.#clipboard.byHand(words.controls.copyByHand, 4)}
        </div>
        ${predictSlot(question, this.#prediction.verdict, this.#onGuess)}
        <p slot="caption" class="caption">${caption(run)}</p>
      </mh-figure>
      <p class="unseen" role="status">${this.announcement}</p>`;
  }

  #picture(run: MasksRun, endDrag: () => void): TemplateResult {
    const longest = Math.max(...[...run.state.tokens, ...run.keys].map(({ length }) => length));
    return masksStage({
      ...{ run, endDrag },
      layout: layOutMasks(this.width, { keys: run.keys.length, longest }),
      paint: ({ cells, seen, row }: PaintDetail) =>
        this.session.change({ ...paintPairs(this.state, cells, seen), row }, 'paint'),
      chooseRow: (row) => this.session.show({ row }),
      choose: (head: number, cell?: GridCell) =>
        this.session.show(
          cell ? { head, row: cell.row, token: cell.row, column: cell.column } : { head },
        ),
      toHead: (head, cell) => void this.#toHead(head, cell),
      onTabKey: this.#onHeadKey,
      undo: this.session.history.canUndo ? () => this.#back('undo') : null,
      redo: this.session.history.canRedo ? () => this.#back('redo') : null,
    });
  }

  #back(way: 'undo' | 'redo') {
    this.session.back(way);
  }

  /** The mean of many draws follows after a pause, also for a state that the page assigned. */
  protected override compute() {
    super.compute();
    this.#findMeanLater();
  }

  #findMeanLater() {
    this.afterPause(() => this.session.findDifferenceOfMean());
  }

  /** After a pause, computes the mean of many draws and announces what has changed. */
  #waitForPause() {
    this.announceLater(async () => {
      this.session.findDifferenceOfMean();
      await this.updateComplete;
      return null;
    });
  }

  /** By Page Up and Down in a map. On a phone there is one map, of the chosen head. */
  async #toHead(head: number, cell: GridCell) {
    this.session.show({ head });
    await this.updateComplete;
    const maps = this.renderRoot.querySelectorAll<HeatMap>('mh-heat-map');
    await maps[maps.length === 1 ? 0 : head]?.focusCell(cell);
  }

  #onGuess = (guess: number) => {
    const { run } = this.session;
    const result = run && this.#prediction.grade(run, guess);
    if (!result) return;
    this.requestUpdate();
    this.sendAnswer(result);
  };

  #onPresetKey = (event: KeyboardEvent) =>
    moveInRow(event, {
      parts: '.preset',
      current: tabs.indexOf(this.session.run!.tab),
      choose: (place) => this.session.change(withTab(this.state, tabs[place]!)),
      isRadio: true,
    });

  #onHeadKey = (event: KeyboardEvent) =>
    moveInRow(event, {
      parts: '.head-tabs button',
      current: this.session.run!.state.head % heads,
      choose: (head) => this.session.show({ head }),
      isRadio: true,
    });

  async #save(run: MasksRun, format: SaveFormat) {
    const picture = () =>
      masksSvg(run, {
        head: words.head,
        mask: words.editor.title,
        question: this.question || words.question,
        caption: this.textOf('.caption'),
      });
    await saveFigure(format, { picture, csv: () => masksCsv(run), json: () => masksJson(run) });
  }

  static override styles = masksStyles;
}
