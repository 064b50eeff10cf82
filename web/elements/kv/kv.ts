import { html, nothing, type TemplateResult } from 'lit';
import type { Engine } from '../../../emscripten/package/index.js';
import { stepAlong } from '../../lib/row-keys.js';
import { History } from '../../lib/history.js';
import { startTraining } from '../../lib/training/start-training.js';
import type { StartedWorker } from '../../lib/worker.js';
import type { Settings } from '../../ui/boxed-element.js';
import { FigureState } from '../../ui/element-state.js';
import { SharedEngine } from '../../ui/engine.js';
import { sendEvent } from '../../ui/events.js';
import { explainFailure } from '../../ui/failure.js';
import { Figure, type SaveFormat } from '../../ui/figure.js';
import { FigureElement } from '../../ui/figure-element.js';
import { MapPicture } from '../../ui/map-picture.js';
import { moveInRow } from '../../ui/move-in-row.js';
import { notice } from '../../ui/notice.js';
import { Predict } from '../../ui/predict.js';
import type { ElementClasses } from '../../ui/register.js';
import { saveFigure } from '../../ui/save-file.js';
import { undoKey } from '../../ui/undo-key.js';
import { withoutEngine } from '../../ui/without-engine.js';
import { uiWords } from '../../ui/words/index.js';
import { answers } from './answers.js';
import { KvBet } from './bet.js';
import { bigTable } from './big-table.js';
import { kvControls } from './controls.js';
import { Conversions } from './conversions.js';
import { conversionCosts } from './cost-table.js';
import { caption, describeKv } from './describe.js';
import { kvCode, kvCsv, kvJson, kvTable } from './export.js';
import { foundSoFar, type Found } from './found.js';
import { moveHead, usualGroups } from './groups.js';
import { jobsOf } from './jobs.js';
import { nearestColumn, type Column } from './layout.js';
import { KvModel } from './model.js';
import { runKv, type KvRun } from './run.js';
import { kvStage } from './stage.js';
import { forms, kvFormat, parseKv, type Form, type KvState } from './state.js';
import { kvStyles } from './style.js';
import { kvSvg } from './svg.js';
import { words } from './words/index.js';

const settings = {
  seed: {},
  sequence: {},
  letters: {},
  head: {},
  form: {},
  kvHeads: { attribute: 'kv-heads' },
  from: {},
  groups: {},
  latent: {},
  model: {},
  tokens: {},
  batch: {},
  precision: {},
  bigLatent: { attribute: 'big-latent' },
  rope: {},
  ownHeads: { attribute: 'own-heads' },
  ownKvHeads: { attribute: 'own-kv-heads' },
  ownDHead: { attribute: 'own-d-head' },
  ownLayers: { attribute: 'own-layers' },
};
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
export class Kv extends FigureElement {
  static readonly format = kvFormat;
  static override readonly parts: ElementClasses = {
    'mh-figure': Figure,
    'mh-map-picture': MapPicture,
    'mh-predict': Predict,
  };
  static override properties = {
    ...settings,
    run: { state: true },
  };
  /** Of the trained layer; null while it trains. */
  declare run: KvRun | null;

  /** Starts a worker. A page can assign another function if its script is elsewhere. */
  start: () => StartedWorker = startTraining;

  #engine: Engine | null = null;
  #model: KvModel | null = null;
  readonly #state = new FigureState(this, kvFormat, settings, () => this.#compute());
  readonly #work = new Conversions(
    () => this.start(),
    () => this.#onWork(),
  );
  readonly #bet = new KvBet();
  readonly #history = new History<KvState>();
  /** Why the last move of a line was not made. */
  #refusal = '';
  #isMoreOpen = { answers: false, sizes: false };
  #trainedSeed: number | null = null;
  readonly #shared = new SharedEngine(this, (engine) => {
    this.#engine = engine;
    this.#compute();
  });

  constructor() {
    super();
    this.run = null;
  }

  protected override forgetTexts() {
    super.forgetTexts();
    this.#refusal = '';
  }

  /** All that is needed to show the same again. Anything may be assigned: it is checked. */
  get state(): KvState {
    return this.#state.value;
  }
  set state(input: unknown) {
    this.#history.clear();
    this.#state.assign(input);
  }

  override connectedCallback() {
    super.connectedCallback();
    if (this.#engine) this.#compute();
  }

  /** Ends the worker; the layer is trained again when the element comes back. */
  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#work.end();
    this.#model?.dispose();
    this.#model = null;
    this.#trainedSeed = null;
  }

  override render() {
    const { failure, step } = this.#work;
    if (failure) {
      const { failed } = uiWords.training;
      return html`${notice(explainFailure(failure, failed, () => this.#retry()))}<slot></slot>`;
    }
    if (this.run && this.width > 0) return this.#figure(this.run);
    if (!this.#engine) return withoutEngine(this.#shared);
    return html`<p class="hint" role="status">${step > 0 ? words.waiting(step) : ''}</p>`;
  }

  #figure(run: KvRun): TemplateResult {
    const { width, theme } = this;
    const base = this.#work.base!;
    const found = this.#found();
    const change = (change: Partial<KvState>) => this.#change(change);
    return html`<mh-figure
        .number=${this.number}
        .question=${this.#question}
        .words=${describeKv(run, found)}
        .link=${this.#state.link(this.linkBase)}
        .table=${() => kvTable(run, found)}
        .code=${() => kvCode(this.state)}
        @figure-save=${({ detail }: CustomEvent<SaveFormat>) => void this.#save(run, detail)}
        @keydown=${this.#onKey}
      >
        <div slot="stage">${this.#stage(run, width, theme)}</div>
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
            ...{ state: this.state, change },
            training: this.#isTraining ? this.#work.step : null,
            undo: this.#history.canUndo ? () => this.#back('undo') : null,
            redo: this.#history.canRedo ? () => this.#back('redo') : null,
            reset: () => this.#change(this.#state.initial),
          })}
        </div>
        <mh-predict
          slot="predict"
          .prediction=${this.#bet.question(run.state)}
          .verdict=${this.#bet.verdict}
          @guess=${this.#onGuess}
        ></mh-predict>
        <p slot="caption" class="caption">${caption(run, found, base)}</p>
      </mh-figure>
      <p class="unseen" role="status">${this.announcement}</p>`;
  }

  #stage(run: KvRun, width: number, theme: string): TemplateResult {
    const chooseForm = (form: Form) => this.#change({ form });
    const chooseHead = (head: number) => this.#change({ head });
    return kvStage({
      ...{ run, width, theme, chooseForm, chooseHead, refusal: this.#refusal },
      onFormKey: (event) =>
        moveInRow(event, this, {
          parts: '[role=tab]',
          current: forms.indexOf(run.state.form),
          choose: (place) => chooseForm(forms[place]!),
        }),
      onHeadKey: (event) => this.#onHeadKey(event),
      read: (form, column) => this.#read(form, column),
      onRingKey: (event, form) => this.#onRingKey(event, form),
      onRingDown: (event, form, columns) => this.#onRingDown(event, form, columns),
    });
  }

  get #question(): string {
    return this.question || words.question;
  }

  /** What converting costs; null until the reader has predicted. */
  #found(): Found | null {
    const { base } = this.#work;
    return this.#bet.isPlaced && base ? foundSoFar(this.#work, base, this.state) : null;
  }

  #change(change: Partial<KvState>, control: string | null = null) {
    this.#history.record(this.state, control);
    this.#refusal = '';
    this.#show(parseKv({ ...this.state, ...change }));
  }

  #show(state: KvState) {
    this.#state.change(state);
    this.announceLater();
  }

  #back(way: 'undo' | 'redo') {
    const state = this.#history[way](this.state);
    if (!state) return;
    this.#refusal = '';
    this.#show(state);
  }

  #onKey = (event: KeyboardEvent) => {
    const way = undoKey(event);
    if (way) this.#back(way);
  };

  #flip(part: 'answers' | 'sizes') {
    this.#isMoreOpen = { ...this.#isMoreOpen, [part]: !this.#isMoreOpen[part] };
    this.requestUpdate();
  }

  // Lines

  /** The chosen head reads another column, in GQA. Elsewhere a sentence says why it does not. */
  #read(form: Form, column: number, control: string | null = null) {
    const { head, kvHeads } = this.state;
    const groups = this.state.groups ?? usualGroups(kvHeads);
    if (form !== 'gqa') return this.#refuse(words.stage.refused[form]);
    if (groups[head] === column) return;
    const moved = moveHead(groups, head, column);
    if (!moved) return this.#refuse(words.stage.refused.alone(head, groups[head]!));
    this.#change({ groups: moved, form: 'gqa' }, control);
    this.#refusal = words.stage.moved(head, column);
  }

  #refuse(why: string) {
    this.#refusal = why;
    this.requestUpdate();
  }

  #onRingKey(event: KeyboardEvent, form: Form) {
    const { direction } = getComputedStyle(event.currentTarget as Element);
    const step = event.shiftKey ? stepAlong(event, direction) : 0;
    if (step === 0) return;
    event.preventDefault();
    const { head, kvHeads } = this.state;
    const now = (this.state.groups ?? usualGroups(kvHeads))[head]!;
    this.#read(form, Math.min(kvHeads - 1, Math.max(0, now + step)));
  }

  #onHeadKey(event: KeyboardEvent) {
    const group = event.currentTarget as HTMLElement;
    const buttons = [...group.querySelectorAll<HTMLElement>('[role=radio]')];
    const { direction } = getComputedStyle(group);
    const vertical = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
    const step = stepAlong(event, direction) + vertical;
    if (step === 0 || event.shiftKey) return;
    event.preventDefault();
    const head = (this.state.head + step + buttons.length) % buttons.length;
    this.#change({ head });
    void this.updateComplete.then(() => buttons[head]?.focus());
  }

  /** One drag is one step of undo. */
  #onRingDown(event: PointerEvent, form: Form, columns: readonly Column[]) {
    const ring = event.currentTarget as HTMLElement;
    const drawing = ring.closest<HTMLElement>('.drawing')!;
    ring.setPointerCapture(event.pointerId);
    let hasMoved = false;
    const move = ({ clientX }: PointerEvent) => {
      const isFar = Math.abs(clientX - event.clientX) > 6;
      if (!isFar && !hasMoved) return;
      hasMoved = true;
      const { left, width } = drawing.getBoundingClientRect();
      const scale = drawing.offsetWidth / width;
      const rootScale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
      this.#read(form, nearestColumn(columns, ((clientX - left) * scale) / rootScale), 'ring');
    };
    const end = () => {
      ring.removeEventListener('pointermove', move);
      ring.removeEventListener('pointerup', end);
      ring.removeEventListener('pointercancel', end);
      this.#history.endStep();
    };
    ring.addEventListener('pointermove', move);
    ring.addEventListener('pointerup', end);
    ring.addEventListener('pointercancel', end);
  }

  // Training

  #onGuess = ({ detail: guess }: CustomEvent<number>) => {
    this.#bet.place(guess);
    this.#compute();
    this.requestUpdate();
  };

  /** The worker has found something. */
  #onWork() {
    this.requestUpdate();
    const found = this.#found();
    const result = found && this.#bet.grade(found, this.state);
    if (result) sendEvent(this, 'mh-answer', { id: this.id, ...result, attempts: 1 });
  }

  /** The picture is still that of the layer before. */
  get #isTraining(): boolean {
    return this.#work.base?.seed !== this.state.seed;
  }

  #retry() {
    this.#trainedSeed = null;
    this.#compute();
    this.requestUpdate();
  }

  #compute() {
    if (!this.#engine || !this.isConnected) return;
    if (this.state.seed !== this.#trainedSeed) return void this.#train(this.state.seed);
    if (!this.#model) return; // it trains
    this.run = runKv(this.#engine, this.#model, this.state);
    if (this.#bet.isPlaced && !this.#isTraining) this.#work.want(jobsOf(this.state, this.#model));
  }

  async #train(seed: number) {
    this.#trainedSeed = seed;
    await this.#work.train(seed);
    const { base } = this.#work;
    if (!base || base.seed !== this.state.seed || !this.isConnected) return;
    this.#model?.dispose();
    this.#model = new KvModel(this.#engine!, base.file);
    this.#compute();
  }

  async #save(run: KvRun, format: SaveFormat) {
    const found = this.#found();
    const picture = () => kvSvg(run, found, this.#question, this.textOf('.caption'));
    await saveFigure(format, {
      picture,
      csv: () => kvCsv(run, found),
      json: () => kvJson(run, found),
    });
  }

  protected get drawnWith() {
    return this.width > 0 ? this.run?.engine : null;
  }

  static override styles = kvStyles;
}
