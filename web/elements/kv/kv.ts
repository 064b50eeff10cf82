import { html, nothing, type TemplateResult } from 'lit';
import { stepAlong } from '../../lib/row-keys.js';
import { startTraining } from '../../lib/training/start-training.js';
import type { StartedWorker } from '../../lib/worker.js';
import type { Settings } from '../../ui/boxed-element.js';
import { explainFailure } from '../../ui/failure.js';
import { Figure, type SaveFormat } from '../../ui/figure.js';
import { SessionFigure } from '../../ui/session-figure.js';
import { MapPicture } from '../../ui/map-picture.js';
import { moveInRow } from '../../ui/move-in-row.js';
import { notice } from '../../ui/notice.js';
import { Predict } from '../../ui/predict.js';
import { predictSlot } from '../../ui/predict-slot.js';
import type { ElementClasses } from '../../ui/register.js';
import { saveFigure } from '../../ui/save-file.js';
import { onUndoKey } from '../../ui/undo-key.js';
import { declareSettings } from '../../ui/settings.js';
import { uiWords } from '../../ui/words/index.js';
import { answers } from './answers.js';
import { bigTable } from './big-table.js';
import { kvControls } from './controls.js';
import { conversionCosts } from './cost-table.js';
import { dragRing } from './drag-ring.js';
import { caption, describeKv } from './describe.js';
import { kvCode, kvCsv, kvJson, kvTable } from './export.js';
import { type KvRun } from './run.js';
import { KvSession } from './session.js';
import { kvStage } from './stage.js';
import { kvFormat, type Form, type KvState } from './state.js';
import { kvStyles } from './style.js';
import { kvSvg } from './svg.js';
import { words } from './words/index.js';

const settings = declareSettings(kvFormat);
export interface Kv extends Settings<typeof settings, KvState> {}

/**
 * MHA, GQA, MQA and MLA of one trained layer: what each keeps, and what converting to it costs.
 * Trained and converted by the core, in a worker.
 *
 * @attr seed, sequence - 0 to 9999: of the trained layer, of its letters
 * @attr letters, head - how many letters are kept; the chosen query head
 * @attr form - whose answers are shown: mha, gqa, mqa or mla
 * @attr kv-heads, from - of GQA: 4 or 2; mean or first
 * @attr groups - the key/value head that each query head reads, such as 0,0,1,1,0,0,1,1
 * @attr latent - its width, 1 to 64
 * @attr model, tokens, batch, precision, big-latent, rope - of the large model
 * @attr own-heads, own-kv-heads, own-d-head, own-layers - its sizes if model is own
 * @attr theme - light, dark or system; without it the page's color-scheme
 * @attr number, question - of the figure
 * @attr link-base - the page's address that a copied link begins with, up to its hash
 * @slot - shown where there is no WebAssembly
 * @fires mh-ready, mh-state, mh-answer - see events.ts
 */
export class Kv extends SessionFigure<KvState, KvRun> {
  static readonly format = kvFormat;
  static override readonly parts: ElementClasses = {
    'mh-figure': Figure,
    'mh-map-picture': MapPicture,
    'mh-predict': Predict,
  };
  static override properties = settings;

  /** Starts a worker. A page can assign another function if its script is elsewhere. */
  start: () => StartedWorker = startTraining;

  protected readonly session: KvSession = new KvSession({
    state: () => this.state,
    change: (state) => {
      this.figureState.change(state);
      this.announceLater(() => (this.session.note ? '' : null)); // a note is announced itself
    },
    draw: () => this.requestUpdate(),
    isConnected: () => this.isConnected,
    startWorker: () => this.start(),
    sendAnswer: (result) => this.sendAnswer(result),
  });
  #isMoreOpen = { answers: false, sizes: false };

  constructor() {
    super(kvFormat, settings);
  }

  protected override forgetTexts() {
    super.forgetTexts();
    this.session.note = '';
  }

  override connectedCallback() {
    super.connectedCallback();
    this.session.compute();
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.session.end();
  }

  override render() {
    const { work, isOpen } = this.session;
    const { failure, step } = work;
    if (failure) {
      const { failed } = uiWords.training;
      const retry = () => this.session.retry();
      return html`${notice(explainFailure(failure, failed, retry))}<slot></slot>`;
    }
    if (!isOpen || (this.run && this.width > 0)) return super.render();
    return html`<p class="hint" role="status">${step > 0 ? words.waiting(step) : ''}</p>`;
  }

  protected override figure(run: KvRun): TemplateResult {
    const { width, theme } = this;
    const { found, prediction, history, work, isTraining } = this.session;
    const { problem } = this.session.last;
    const base = work.base!;
    const change = (change: Partial<KvState>, control?: string) =>
      this.session.change(change, control);
    return html`<mh-figure
        .number=${this.number}
        .question=${this.#question}
        .words=${describeKv(run, found)}
        .link=${this.link}
        .table=${() => kvTable(run, found)}
        .code=${() => kvCode(this.state)}
        @figure-save=${({ detail }: CustomEvent<SaveFormat>) => void this.#save(run, detail)}
        @keydown=${onUndoKey((way) => this.session.back(way))}
      >
        <div slot="stage">
          ${problem ? notice(problem) : nothing} ${this.#stage(run, width, theme)}
        </div>
        <div slot="detail">
          ${conversionCosts(run, { found, base, width })}
          ${found ? answers(run, this.#isMoreOpen.answers, () => this.#flip('answers')) : nothing}
          ${bigTable(run, {
            isOpen: this.#isMoreOpen.sizes,
            change,
            flip: () => this.#flip('sizes'),
          })}
        </div>
        <div slot="controls">
          ${kvControls({
            ...{ state: this.state, change, endStep: () => history.endStep() },
            training: isTraining ? work.step : null,
            undo: history.canUndo ? () => this.session.back('undo') : null,
            redo: history.canRedo ? () => this.session.back('redo') : null,
            reset: () => change(this.figureState.initial),
          })}
        </div>
        ${predictSlot(
          prediction.question(run.state),
          prediction.verdict,
          (option) => this.session.guess(option),
          words.predict.waiting,
        )}
        <p slot="caption" class="caption">${caption(run, found, base)}</p>
      </mh-figure>
      <p class="unseen" role="status">${this.announcement}</p>`;
  }

  #stage(run: KvRun, width: number, theme: string): TemplateResult {
    const session = this.session;
    const chooseForm = (form: Form) => session.change({ form });
    const chooseHead = (head: number) => session.choose(head);
    return kvStage({
      ...{ run, width, theme, chooseForm, chooseHead, note: session.note },
      onHeadKey: (event) => this.#onHeadKey(event),
      read: (form, column) => session.read(form, column),
      onRingKey: (event, form) => this.#onRingKey(event, form),
      onRingDown: (event, form, columns) =>
        dragRing(event, columns, {
          read: (column) => session.read(form, column, 'ring'),
          end: () => session.history.endStep(),
        }),
    });
  }

  get #question(): string {
    return this.question || words.question;
  }

  #flip(part: 'answers' | 'sizes') {
    this.#isMoreOpen = { ...this.#isMoreOpen, [part]: !this.#isMoreOpen[part] };
    this.requestUpdate();
  }

  #onRingKey(event: KeyboardEvent, form: Form) {
    const { direction } = getComputedStyle(event.currentTarget as Element);
    const step = event.shiftKey ? stepAlong(event, direction) : 0;
    if (step === 0) return;
    event.preventDefault();
    this.session.readNext(form, step);
  }

  /** With Shift, the arrow keys move the ring. */
  #onHeadKey(event: KeyboardEvent) {
    if (event.shiftKey) return;
    moveInRow(event, {
      parts: '[role=radio]',
      current: this.state.head,
      choose: (head) => this.session.choose(head),
      isRadio: true,
    });
  }

  async #save(run: KvRun, format: SaveFormat) {
    const { found } = this.session;
    const picture = () => kvSvg(run, found, this.#question, this.textOf('.caption'));
    await saveFigure(format, {
      picture,
      csv: () => kvCsv(run, found),
      json: () => kvJson(run, found),
    });
  }

  static override styles = kvStyles;
}
