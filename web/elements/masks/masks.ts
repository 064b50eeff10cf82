import { html, nothing, type TemplateResult } from 'lit';
import { ManyheadsError, type Engine } from '../../../emscripten/package/index.js';
import type { GridCell } from '../../lib/grid.js';
import { History } from '../../lib/history.js';
import { inEnglish } from '../../lib/in-english.js';
import type { Settings } from '../../ui/boxed-element.js';
import { Clipboard } from '../../ui/clipboard.js';
import { FigureState } from '../../ui/element-state.js';
import { SharedEngine } from '../../ui/engine.js';
import { sendEvent } from '../../ui/events.js';
import type { Refusal } from '../../ui/field.js';
import { Figure, type SaveFormat } from '../../ui/figure.js';
import { FigureElement } from '../../ui/figure-element.js';
import { keepFocus } from '../../ui/focus.js';
import { HeatMap } from '../../ui/heat-map.js';
import { MapPicture } from '../../ui/map-picture.js';
import { moveInRow } from '../../ui/move-in-row.js';
import { notice, type Notice } from '../../ui/notice.js';
import { Predict } from '../../ui/predict.js';
import type { ElementClasses } from '../../ui/register.js';
import { saveFigure } from '../../ui/save-file.js';
import { undoKey } from '../../ui/undo-key.js';
import { withoutEngine } from '../../ui/without-engine.js';
import { uiWords } from '../../ui/words/index.js';
import { alignmentView } from './alignment-view.js';
import { MasksBet } from './bet.js';
import { masksControls } from './controls.js';
import { caption, describeMasks } from './describe.js';
import { meanDifference } from './dropout.js';
import { dropoutView } from './dropout-view.js';
import { MaskEditor, type PaintDetail } from './editor.js';
import { emptyRow } from './empty-row.js';
import { maskCode, masksCode, masksCsv, masksJson, masksTable } from './export.js';
import { halfTrained } from './half-trained.js';
import { layOutMasks } from './layout.js';
import { otherPresets } from './other-presets.js';
import { presetTabs } from './preset-tabs.js';
import { paintPairs, tabs, withTab } from './presets.js';
import { rowPanel } from './row-panel.js';
import { runMasks, type MasksRun } from './run.js';
import { masksStage } from './stage.js';
import { heads, keysOf, masksFormat, settleMasks, startOfMasks, type MasksState } from './state.js';
import { masksStyles } from './style.js';
import { HalfTrainedSubject } from './subject.js';
import { masksSvg } from './svg.js';
import { words } from './words/index.js';

const settings = {
  tokens: {},
  preset: {},
  keys: {},
  context: {},
  length: {},
  turned: {},
  allPairs: { type: Boolean, attribute: 'all-pairs' },
  row: {},
  token: {},
  column: {},
  head: {},
  newest: {},
  rate: {},
  seeds: {},
};
export interface Masks extends Settings<typeof settings, MasksState> {}

/**
 * A mask that is edited cell by cell, and what it makes of the weights of four half-trained heads;
 * with it causal alignment, a row without keys, and dropout. Computed by the core.
 *
 * @attr tokens - words, separated by spaces, at most 8: the queries
 * @attr preset - none, causal, lengths or alibi
 * @attr keys - same or another: whose words the keys are; @attr context - the other words
 * @attr length - with the preset lengths: so many keys are words
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
export class Masks extends FigureElement {
  static readonly format = masksFormat;
  static override readonly parts: ElementClasses = {
    'mh-figure': Figure,
    'mh-heat-map': HeatMap,
    'mh-map-picture': MapPicture,
    'mh-mask-editor': MaskEditor,
    'mh-predict': Predict,
  };
  static override properties = {
    ...settings,
    run: { state: true },
    mean: { state: true },
    isCopied: { state: true },
  };
  /** The last good run; it stays while what is wanted cannot be run. */
  declare run: MasksRun | null;
  /** What the mean of many draws of dropout differs by; null until it is computed. */
  declare mean: number | null;
  declare isCopied: boolean;

  #engine: Engine | null = null;
  #subject: HalfTrainedSubject | null = null;
  readonly #state = new FigureState(this, masksFormat, settings, () => this.#compute());
  readonly #history = new History<MasksState>();
  readonly #bet = new MasksBet();
  readonly #clipboard = new Clipboard(this);
  /** Worded when it is drawn: the language may have changed. */
  #problem: (() => Notice) | null = null;
  readonly #shared = new SharedEngine(this, (engine) => {
    this.#engine = engine;
    void this.#train(engine);
  });

  constructor() {
    super();
    this.run = null;
    this.mean = null;
    this.isCopied = false;
  }

  /** All that is needed to show the same again. Anything may be assigned: it is checked. */
  get state(): MasksState {
    return this.#state.value;
  }
  set state(input: unknown) {
    this.#history.clear();
    this.#state.assign(input);
  }

  override connectedCallback() {
    super.connectedCallback();
    if (this.#engine && !this.#subject) void this.#train(this.#engine);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#subject?.dispose();
    this.#subject = null;
  }

  override render() {
    return this.run && this.width > 0 ? this.#figure(this.run) : withoutEngine(this.#shared);
  }

  #figure(run: MasksRun): TemplateResult {
    const endDrag = () => this.#history.endStep();
    const change = (change: Partial<MasksState>, control?: string) =>
      this.#change({ ...this.state, ...change }, control);
    const problem = this.#problem?.() ?? null;
    return html`<mh-figure
        .number=${this.number}
        .question=${this.question || words.question}
        .words=${describeMasks(run)}
        .link=${this.#state.link(this.linkBase)}
        .table=${() => masksTable(run)}
        .code=${() => masksCode(run)}
        @figure-save=${({ detail }: CustomEvent<SaveFormat>) => void this.#save(run, detail)}
        @keydown=${this.#onKey}
      >
        <div slot="stage">
          ${presetTabs(run, {
            choose: (tab) => this.#change(withTab(this.state, tab)),
            onKey: this.#onPresetKey,
            reset: () => this.#change(this.#state.initial),
          })}
          ${this.#picture(run, endDrag)}
        </div>
        <div slot="detail">
          ${rowPanel(run, this.#bet.isAnswered, (column) => this.#show({ column }))}
          <div class="part">${otherPresets(run)}</div>
          <div class="part">
            ${alignmentView(run, { setNewest: (newest) => change({ newest }, 'newest'), endDrag })}
          </div>
          <div class="part beside">
            ${emptyRow(run)} ${dropoutView({ run, mean: this.mean, change, endDrag })}
          </div>
        </div>
        <div slot="controls">
          ${masksControls({
            ...{ wanted: this.state, run, change, endDrag, isCopied: this.isCopied },
            refusal: problem && refusal(problem),
            copy: () => void this.#copyMask(run),
          })}
          ${this.#clipboard.byHand(words.controls.copyByHand, 4)}
        </div>
        <mh-predict
          slot="predict"
          .prediction=${this.#bet.question()}
          .verdict=${this.#bet.verdict}
          @guess=${this.#onGuess}
        ></mh-predict>
        <p slot="caption" class="caption">${caption(run)}</p>
      </mh-figure>
      ${problem && !this.run ? notice(problem) : nothing}
      <p class="unseen" role="status">${this.announcement}</p>`;
  }

  #picture(run: MasksRun, endDrag: () => void): TemplateResult {
    const longest = Math.max(...[...run.state.tokens, ...run.keys].map(({ length }) => length));
    return masksStage({
      ...{ run, endDrag },
      layout: layOutMasks(this.width, { keys: run.keys.length, longest }),
      paint: ({ cells, seen, row }: PaintDetail) =>
        this.#change({ ...paintPairs(this.state, cells, seen), row }, 'paint'),
      chooseRow: (row) => this.#show({ row }),
      choose: (head: number, cell?: GridCell) =>
        this.#show(cell ? { head, row: cell.row, token: cell.row, column: cell.column } : { head }),
      toHead: (head, cell) => void this.#toHead(head, cell),
      onTabKey: this.#onHeadKey,
      undo: this.#history.canUndo ? () => this.#back('undo') : null,
      redo: this.#history.canRedo ? () => this.#back('redo') : null,
    });
  }

  /** By the learner's hand. @param control  a drag of it is one step of undo */
  #change(state: MasksState, control?: string) {
    this.#history.record(this.state, control);
    this.#put(settleMasks(state));
  }

  /** What is looked at is no step of undo. */
  #show(change: Partial<MasksState>) {
    this.#put(settleMasks({ ...this.state, ...change }));
  }

  #back(way: 'undo' | 'redo') {
    const state = this.#history[way](this.state);
    if (state) this.#put(state);
    void keepFocus(this, '.history button:not(:disabled)');
  }

  #put(state: MasksState) {
    this.isCopied = false;
    this.#state.change(state);
    this.#waitForRest();
  }

  /** Reads the caption out and counts many draws, once nothing has changed for a moment. */
  #waitForRest() {
    this.afterPause(() => {
      this.announcement = this.textOf('.caption');
      if (this.run && this.#subject) this.mean = meanDifference(this.#subject, this.run.state);
    });
  }

  /** By Page Up and Down in a map. On a phone there is one map, of the chosen head. */
  async #toHead(head: number, cell: GridCell) {
    this.#show({ head });
    await this.updateComplete;
    const maps = this.renderRoot.querySelectorAll<HeatMap>('mh-heat-map');
    await maps[maps.length === 1 ? 0 : head]?.focusCell(cell);
  }

  #onGuess = ({ detail: guess }: CustomEvent<number>) => {
    const result = this.run && this.#bet.grade(this.run, guess);
    if (!result) return;
    this.requestUpdate();
    sendEvent(this, 'mh-answer', { id: this.id, ...result, attempts: 1 });
  };

  #onPresetKey = (event: KeyboardEvent) =>
    moveInRow(event, this, {
      parts: '.preset',
      current: tabs.indexOf(this.run!.tab),
      choose: (place) => this.#change(withTab(this.state, tabs[place]!)),
      isRadio: true,
    });

  #onHeadKey = (event: KeyboardEvent) =>
    moveInRow(event, this, {
      parts: '.head-tabs button',
      current: this.run!.state.head % heads,
      choose: (head) => this.#show({ head }),
      isRadio: true,
    });

  #onKey = (event: KeyboardEvent) => {
    const way = undoKey(event);
    if (way) this.#back(way);
  };

  async #train(engine: Engine) {
    const file = await halfTrained(engine);
    if (!this.isConnected || this.#subject) return;
    this.#subject = new HalfTrainedSubject(engine, file);
    this.#compute();
    this.requestUpdate();
    this.#waitForRest();
  }

  #compute() {
    const subject = this.#subject;
    if (!subject) return;
    try {
      this.#problem = this.#findProblem(subject);
      if (!this.#problem) this.run = runMasks(subject, this.state);
      else this.run ??= runMasks(subject, startOfMasks);
      this.mean = null;
    } catch (error) {
      if (!(error instanceof ManyheadsError)) throw error;
      const why = inEnglish(error.message);
      this.#problem = () => ({ title: uiWords.problems.failedTitle, why });
    }
  }

  /** Sentences that cannot be run; the last good picture stays. */
  #findProblem(subject: HalfTrainedSubject): (() => Notice) | null {
    const { tokens } = this.state;
    const keys = keysOf(this.state);
    if (Math.min(tokens.length, keys.length, this.state.context.length) === 0) {
      return () => ({ title: uiWords.problems.emptyTitle, why: uiWords.problems.empty });
    }
    const unknown = subject.unknown([...new Set([...tokens, ...keys, ...this.state.context])]);
    if (unknown.length === 0) return null;
    const { tokens: usual, context } = startOfMasks;
    return () => ({
      title: words.problems.unknownTitle(unknown),
      why: words.problems.unknown(subject.vocabulary),
      repair: {
        label: words.problems.useSentence,
        act: () => this.#change({ ...this.state, tokens: usual, context }),
      },
    });
  }

  async #copyMask(run: MasksRun) {
    this.isCopied = await this.#clipboard.copy(maskCode(run));
  }

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

  protected get drawnWith() {
    return this.width > 0 ? this.run?.engine : null;
  }

  static override styles = masksStyles;
}

const refusal = ({ title, why, repair }: Notice): Refusal => ({
  words: html`<b>${title}</b> ${why}`,
  repair,
});
