import { html, nothing, type TemplateResult } from 'lit';
import { withSymbols } from '../../ui/symbols.js';
import type { GridCell } from '../../lib/grid.js';
import { currentStep, stepTitle } from './current.js';
import { makeView, readCell, type StepMatrix } from './matrices.js';
import { findOrigin } from './origins.js';
import { stepsCsv, stepsJson } from './export.js';
import type { StepsRun } from './run.js';
import { StepsSession } from './session.js';
import { stepsFormat, type Language, type StepsState } from './state.js';
import { stateMarkup } from '../../lib/state-format.js';
import type { Settings } from '../../ui/boxed-element.js';
import { focusPart } from '../../ui/focus.js';
import { Figure, type SaveFormat } from '../../ui/figure.js';
import { SessionFigure } from '../../ui/session-figure.js';
import { notice } from '../../ui/notice.js';
import { saveAs } from '../../ui/save-file.js';
import { cellEditor } from '../../ui/edit/cell-editor.js';
import { stepsEditor } from './editor.js';
import { stepsControls } from './controls.js';
import { originPanel } from './origin-view.js';
import { matrices } from './stage.js';
import { StepsPlayer } from './player.js';
import { stepsStyles } from './style.js';
import { stepsTable } from './table.js';
import { walk } from './walk.js';
import { words } from './words/index.js';
import { onUndoKey } from '../../ui/undo-key.js';
import { declareSettings } from '../../ui/settings.js';
import { HeatMap } from '../../ui/heat-map.js';
import { StepsListing } from './listing.js';
import type { ElementClasses } from '../../ui/register.js';

const settings = declareSettings(stepsFormat);
export interface Steps extends Settings<typeof settings, StepsState> {}

/**
 * Multi-head attention step by step: the tensors of one run, the lines of code that compute them, and
 * where each number comes from. The core computes everything.
 *
 * @attr tokens - up to 8 words, separated by spaces
 * @attr heads, d-model, seed - the layer: up to 8 heads, d_model up to 16
 * @attr variant - multi-head, grouped, summed, no-output
 * @attr causal - later tokens are hidden
 * @attr step - counts from 1
 * @attr listing - pseudocode, numpy, pytorch, cpp, javascript
 * @attr cell - the explained number: matrix,row,column
 * @attr edits - changed weights, scores of heads and cells of the mask: wq.2.5=1.25 scores1.3.0=2.31
 * @attr theme - light, dark or system; the default is the page's color-scheme
 * @attr number, question - the figure's number and question
 * @attr link-base - the start of copied links: the page's address up to and with its hash
 * @slot - shown if the browser cannot run the core
 * @fires mh-ready, mh-state - see events.ts
 */
export class Steps extends SessionFigure<StepsState, StepsRun> {
  static readonly format = stepsFormat;
  static override readonly parts: ElementClasses = {
    'mh-figure': Figure,
    'mh-heat-map': HeatMap,
    'mh-steps-listing': StepsListing,
  };
  static override properties = {
    ...settings,
    changes: { state: true },
  };
  /** What the learner has changed, and what it did, in words. */
  declare changes: string;

  protected readonly session: StepsSession = new StepsSession({
    state: () => this.state,
    change: (state) => this.figureState.change(state),
    draw: () => this.requestUpdate(),
    onRepair: () => {
      this.#player.pause();
      void focusPart(this, '.ticks');
    },
  });
  readonly #player = new StepsPlayer(this, () => {
    this.session.goTo(this.session.run!.state.step + 1);
    return !this.session.isAtEnd;
  });

  constructor() {
    super(stepsFormat, settings);
    this.changes = '';
  }

  protected override forgetTexts() {
    this.session.announcement = '';
  }

  protected override figure(run: StepsRun): TemplateResult {
    const { state } = run;
    const step = currentStep(run);
    const { cell, problem, announcement } = this.session;
    const view = makeView(run, step, cell?.split(',')[0] ?? null);
    const chosen = readCell(run, view, cell);
    const { sentences, caption, question } = words;
    return html`<mh-figure
        .number=${this.number}
        .question=${this.question || question}
        .words=${`${stepTitle(run)}. ${sentences[step.stage](run)} ${this.changes}`.trim()}
        .link=${this.link}
        .formats=${['CSV', 'JSON']}
        .table=${() => stepsTable(run, view)}
        .code=${() => stateMarkup(stepsFormat, this.state)}
        @keydown=${onUndoKey((way) => this.#back(way))}
        @figure-save=${({ detail }: CustomEvent<SaveFormat>) =>
          void saveAs(detail, detail === 'CSV' ? stepsCsv(run, view) : stepsJson(run))}
      >
        <div slot="stage">
          ${walk({
            ...{ run, player: this.#player },
            go: (step) => this.#go(step),
            togglePlay: () => this.#flip(),
          })}
          ${problem?.field === null ? notice(problem.notice) : nothing}
          ${matrices({
            ...{ run, view, chosen, width: this.width, theme: this.theme },
            preview: (matrix, cell) => this.session.preview(matrix, cell),
            pin: (matrix, cell) => void this.#onPin(matrix, cell),
            drag: (matrix, dragged) => this.session.drag(matrix, dragged),
            endDrag: () => this.session.edits.endDrag(),
            step: (matrix, step) => this.session.step(matrix, step),
          })}
          ${cellEditor(stepsEditor(run, view, this.session.edits, (way) => this.#back(way)))}
        </div>
        <div slot="detail" class="halves">
          <div class="origin">${originPanel(run, chosen, findOrigin(run, step, chosen))}</div>
          <mh-steps-listing
            .language=${state.listing}
            .stage=${step.stage}
            .variant=${state.variant}
            .causal=${state.causal}
            .edits=${state.edits}
            .tokens=${state.tokens.length}
            @language-change=${({ detail }: CustomEvent<Language>) =>
              this.session.move({ listing: detail })}
          ></mh-steps-listing>
        </div>
        <div slot="controls">
          ${stepsControls({
            state: this.state,
            problem,
            change: (change, control) => this.#change(change, control),
            endStep: () => this.session.history.endStep(),
            reset: () => {
              this.session.reset(this.figureState.initial);
              this.#announceLayer();
            },
          })}
        </div>
        <p slot="caption">${caption(state.seed, state.heads, run.dHead)}</p>
      </mh-figure>
      <p class="unseen" role="status">${withSymbols(announcement)}</p>`;
  }

  /** A number was chosen or released. Its explanation is also announced. */
  async #onPin(matrix: StepMatrix, cell: GridCell | null) {
    this.session.pin(matrix, cell);
    await this.updateComplete;
    const parts = ['h4', '.sentence', '.formula', '.result'];
    const texts = parts.map((part) => this.textOf(`.origin > ${part}`).replace(/\.$/u, ''));
    this.session.announce(cell ? texts.join('. ') : '');
  }

  #back(way: 'undo' | 'redo') {
    this.session.back(way);
    this.#announceLayer();
  }

  /** The learner chose a step: stops playback. The row of steps has it as its value. */
  #go(step: number) {
    this.#player.pause();
    this.session.goTo(step);
    if (this.renderRoot.querySelector('.ticks:focus')) this.session.announce('');
  }

  #flip() {
    if (this.#player.isPlaying) return this.#player.pause();
    if (this.session.isAtEnd) this.session.goTo(1);
    this.#player.play();
  }

  #change(change: Partial<StepsState>, control?: string) {
    this.#player.pause();
    this.session.change(change, control);
    this.#announceLayer();
  }

  /** What was changed is announced if the core can run it; otherwise the problem is. */
  #announceLayer() {
    this.afterPause(() => {
      if (!this.session.problem) this.session.announce(this.textOf('[slot=caption]'));
    });
  }

  /** Announced after a pause, so that a drag is not read out number by number. */
  #readChanges() {
    const changes = this.textOf('.edit-done');
    if (changes === this.changes) return;
    this.changes = changes;
    this.afterPause(() => this.session.announce(changes || this.textOf('[slot=caption]')));
  }

  protected override updated() {
    super.updated();
    this.#readChanges();
  }

  static override styles = stepsStyles;
}
