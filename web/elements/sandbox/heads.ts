import { html, nothing, type TemplateResult } from 'lit';
import type { Engine } from '../../../emscripten/package/contract.js';
import { loadEngine } from '../../lib/engine.js';
import { areWeightsLoaded, trainedWeights } from '../../lib/lesson/trained-weights.js';
import { stateAddress } from '../../lib/state-format.js';
import { afterPaint } from '../../ui/after-paint.js';
import type { Settings } from '../../ui/boxed-element.js';
import { resetButton } from '../../ui/controls.js';
import { SharedEngine } from '../../ui/engine.js';
import { Figure, type SaveFormat } from '../../ui/figure.js';
import { FigureElement } from '../../ui/figure-element.js';
import { HeatMap } from '../../ui/heat-map.js';
import type { ElementClasses } from '../../ui/register.js';
import { NearContent } from '../../ui/near-content.js';
import { uiWords } from '../../ui/words/index.js';
import { declareSettings } from '../../ui/settings.js';
import { unloaded, withoutEngine } from '../../ui/without-engine.js';
import { followNumbers, wantsNumbers } from './follow-numbers.js';
import { followPrint, printWidth } from '../../ui/follow-print.js';
import { HeadTabs } from './head-tabs.js';
import { describeHeads, headsCaption } from './heads/caption.js';
import { headsControls } from './heads/controls.js';
import { HeadsModel, type HeadsRun } from './heads/run.js';
import { headsStage } from './heads/stage.js';
import { headsFormat, inSandbox, type HeadsState } from './heads/state.js';
import { headsStyles } from './heads/style.js';
import { words } from './heads/words/index.js';
import { Sentence } from './sentence.js';
import { sandboxFormat, starts } from './state.js';

const settings = declareSettings(headsFormat);
export interface Heads extends Settings<typeof settings, HeadsState> {}

/**
 * Why several heads: the lesson's trained model answers three questions at a word. Take heads away,
 * or give all the same weights, and see which questions it still answers.
 *
 * @attr removed - heads that are not in use, separated by commas
 * @attr tie - all heads have the weights of head 0
 * @attr query - the index of the query word, 0 to 5
 * @attr head - the head whose map is shown where only one fits
 * @attr theme - light, dark or system; the default is the page's color-scheme
 * @attr number, question - the figure's number and question
 * @attr lesson - the address of the lesson, for the link to its sandbox; '' means this page
 * @attr link-base - the start of copied links: the page's address up to and with its hash
 * @slot - shown if the browser cannot run the core
 * @fires mh-ready, mh-state - see events.ts
 */
export class Heads extends FigureElement<HeadsState> {
  static readonly format = headsFormat;
  static override readonly parts: ElementClasses = {
    'mh-figure': Figure,
    'mh-head-tabs': HeadTabs,
    'mh-heat-map': HeatMap,
    'mh-sentence': Sentence,
  };
  static prepare = (): Promise<unknown> => Promise.all([loadEngine(), trainedWeights()]);
  static override properties = {
    ...settings,
    lesson: {},
    isPrinting: { state: true },
    isWhole: { state: true },
  };
  declare lesson: string | null;
  declare isPrinting: boolean;
  /** First what answers the reader is drawn, and after it the maps, the caption and the foot. */
  declare isWhole: boolean;

  #engine: Engine | null = null;
  #file: Uint8Array | null = null;
  #model: HeadsModel | null = null;
  readonly #shared = new SharedEngine(
    this,
    (engine) => (this.#engine = engine),
    async () => (this.#file = await trainedWeights()),
    () => areWeightsLoaded,
  );

  readonly #files = new NearContent(
    this,
    () => import('./heads/export.js'),
    () => {},
    { onDemand: true },
  );

  constructor() {
    super(headsFormat, settings);
    followPrint(this, (isPrinting) => (this.isPrinting = isPrinting));
    followNumbers(this);
    this.lesson = null;
    this.isPrinting = false;
    this.isWhole = false;
  }

  /** The model runs when the figure is drawn. */
  protected override compute() {}

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#model?.dispose();
    this.#model = null;
  }

  override render() {
    if (!this.#engine || !this.#file || this.width === 0) {
      return withoutEngine(this.#shared, words.weightsFailed);
    }
    const model = (this.#model ??= new HeadsModel(this.#engine, this.#file));
    return this.#figure(model, model.run(this.state));
  }

  #figure(model: HeadsModel, run: HeadsRun): TemplateResult {
    const { state, theme, isPrinting } = this;
    const isWhole = this.isWhole || isPrinting;
    const change = (change: Partial<HeadsState>) => this.#change(change);
    const reset = () => this.#change(this.figureState.initial);
    return html`<mh-figure
        controls-first
        compact
        ?partial=${!isWhole}
        .number=${this.number}
        .question=${this.question || words.question}
        .words=${describeHeads(run)}
        .link=${this.link}
        .table=${() => this.#files.want()?.headsTable(run) ?? nothing}
        .code=${() => this.#files.want()?.headsCode(state) ?? ''}
        @figure-save=${({ detail }: CustomEvent<SaveFormat>) => void this.#save(run, detail)}
      >
        <div slot="controls">${headsControls(state, change, reset)}</div>
        <div slot="stage">
          ${unloaded(this.#files, uiWords.engine.partFailed)}
          ${headsStage({
            ...{ run, theme, change },
            width: isPrinting ? printWidth : this.width,
            numbers: isPrinting || wantsNumbers(this.box),
            isWhole,
            step: (head, event) => this.#onStep(head, event),
          })}
        </div>
        ${isWhole ? this.#below(model, run, reset) : nothing}
      </mh-figure>
      <p class="unseen" role="status">${this.announcement}</p>`;
  }

  #below(model: HeadsModel, run: HeadsRun, reset: () => void): TemplateResult {
    return html`<p slot="caption" class="caption">${headsCaption(model, run)}</p>
      ${this.#sandboxLink(this.state)}
      <span slot="foot" class="reset-below">${resetButton(reset)}</span>`;
  }

  #sandboxLink(state: HeadsState) {
    if (this.lesson === null) return nothing;
    const address = stateAddress(`${this.lesson}#sandbox`, sandboxFormat, inSandbox(state));
    return html`<a slot="foot" class="sandbox" href=${address}>${words.openSandbox}</a>`;
  }

  #change(change: Partial<HeadsState>) {
    this.figureState.change({ ...this.state, ...change });
    this.announceLater();
  }

  /** Page Up and Page Down go to the same cell of the next head. */
  #onStep(from: number, event: CustomEvent<number>) {
    event.preventDefault();
    const { current } = event.target as HeatMap;
    const { heads } = starts.trained;
    const head = (from + event.detail + heads) % heads;
    if (head !== this.state.head) this.#change({ head });
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<HeatMap>(`[data-head='${head}']`)?.focusCell(current),
    );
  }

  async #save(run: HeadsRun, format: SaveFormat) {
    if (!this.#files.content) await this.#files.retry();
    const question = this.question || words.question;
    await this.#files.content?.saveHeads(run, format, question, this.textOf('.caption'));
  }

  protected get drawnWith() {
    return this.#model && this.#engine;
  }

  protected override updated() {
    super.updated();
    if (this.#model && !this.isWhole) afterPaint(() => (this.isWhole = true));
  }

  static override styles = headsStyles;
}
