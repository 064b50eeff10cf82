import { html, nothing, type TemplateResult } from 'lit';
import { withSymbols } from '../../ui/symbols.js';
import { stateMarkup } from '../../lib/state-format.js';
import type { Settings } from '../../ui/boxed-element.js';
import { ComputedFigure } from '../../ui/computed-figure.js';
import { Clipboard } from '../../ui/clipboard.js';
import { button } from '../../ui/controls.js';
import { Figure, type SaveFormat } from '../../ui/figure.js';
import { couldNotRun } from '../../ui/last-run.js';
import { focusPrediction, Predict } from '../../ui/predict.js';
import { predictSlot } from '../../ui/predict-slot.js';
import type { ElementClasses } from '../../ui/register.js';
import { saveFigure } from '../../ui/save-file.js';
import { captionOf } from './caption.js';
import { costControls, readingButtons, sizeLine, viewTabs, type CostControls } from './controls.js';
import { describeDesk, describeModels } from './describe.js';
import { multiplied, plotted } from './detail.js';
import { openDesk, type Desk } from './desk.js';
import { sheetsOf, stacksOf } from './views.js';
import { exactTables } from './exact.js';
import { toCsv, toJson, toMarkdown, toProgram, toSvg } from './export.js';
import { shapeOf, toOwn } from './models.js';
import { stackBars } from './pictures.js';
import { flopPlot, plotPoints } from './plot.js';
import { FlopPrediction } from './prediction.js';
import { productOf, productText } from './product.js';
import { findCell } from './sheet.js';
import { costFormat, stateOfReading, startOfCost, type CostState, type View } from './state.js';
import { settings, type CostSettings } from './settings.js';
import { costStyles } from './style.js';
import { chosenTable } from './tables.js';
import { words } from './words/index.js';

export interface Cost extends Settings<typeof settings, CostSettings> {}

/**
 * The cost desk: parameters, FLOPs, cache and memory of models, with the multiplication behind every
 * number. Counted by the core.
 *
 * @attr view - cache, parameters, flops, memory, models
 * @attr model, rival - a model of engine.cost.models or own; rival is compared with it
 * @attr tokens, batch, precision, causal, phase - what is computed: fp32, fp16, bf16, fp8 or int4;
 *   prefill or decode
 * @attr layers - fewer or more than the model has
 * @attr d-model, heads, kv-heads, d-head, d-ff, activation, vocabulary, tied, bias, positions,
 *   d-latent, d-latent-query, d-rope, d-value - the own model
 * @attr formula - the number that is multiplied out, such as gqa.bytes
 * @attr reading - a table of the lesson to begin with, such as sharing
 * @attr theme - light, dark or system; without it the page's color-scheme
 * @attr number, question - of the figure
 * @attr link-base - the page's address that a copied link begins with, up to its hash
 * @slot - shown where there is no WebAssembly
 * @fires mh-ready, mh-state, mh-answer - see events.ts
 */
export class Cost extends ComputedFigure<CostState, Desk> {
  static readonly format = costFormat;
  static override readonly parts: ElementClasses = { 'mh-figure': Figure, 'mh-predict': Predict };
  static override properties = settings;

  readonly #prediction = new FlopPrediction();
  readonly #clipboard = new Clipboard(this);

  constructor() {
    super(costFormat, settings);
  }

  protected override figure(desk: Desk): TemplateResult {
    const { sheets, first } = sheetsOf(desk);
    const stacks = stacksOf(desk);
    const chosen = findCell(sheets, desk.state.formula, first);
    const tables = sheets.map((sheet) => chosenTable(sheet, chosen.cell.id, this.#choose));
    const controls = this.#controls();
    const question = this.#prediction.question(desk.engine, this.state);
    const isAsked = question !== null || this.#prediction.verdict !== null;
    return html`<mh-figure
        controls-first
        ?predict-first=${isAsked}
        .number=${this.number}
        .question=${this.question || words.question[desk.state.view]}
        .words=${describeDesk(desk)}
        .link=${this.link}
        .table=${() => exactTables(desk)}
        .code=${() => `${toProgram(desk)}\n\n${stateMarkup(costFormat, this.state)}`}
        @figure-save=${({ detail }: CustomEvent<SaveFormat>) => this.#save(desk, detail)}
      >
        <div slot="controls">
          ${viewTabs(controls)} ${costControls(controls)} ${this.refused}
          ${sizeLine(desk, controls)}
        </div>
        <div slot="stage" class="stage">
          ${stacks.length > 0 ? stackBars(stacks) : nothing} ${tables[0]}
        </div>
        <div slot="detail">
          ${multiplied(chosen)}
          ${sheets.length > 1 ? plotted(desk, this.width, tables.slice(1)) : nothing}
          ${readingButtons(controls)}
        </div>
        ${isAsked ? predictSlot(question, this.#prediction.verdict, this.#onGuess) : nothing}
        <p slot="caption" class="caption">${captionOf(desk)}</p>
        <span slot="foot" class="foot">
          ${button(words.foot.csv, () => void this.#clipboard.copy(toCsv(sheets)), 'link')}
          ${button(words.foot.markdown, () => void this.#clipboard.copy(toMarkdown(sheets)), 'link')}
          <span role="status">${this.#clipboard.isCopied ? words.foot.copied : ''}</span>
          ${this.#clipboard.byHand(words.foot.byHand)}
        </span>
      </mh-figure>
      <p class="unseen" role="status">${withSymbols(this.announcement)}</p>`;
  }

  #controls(): CostControls {
    return {
      state: this.state,
      crossovers: this.run!.sides.map(({ costs }) => costs.flops.crossover),
      change: (change) => this.#change(change),
      go: (view) => this.#go(view),
      read: (reading) => this.#change(stateOfReading(reading)),
      edit: () => this.#change(this.#asOwn()),
      reset: () => this.#change(this.figureState.initial),
    };
  }

  #go(view: View) {
    this.#change({ view, formula: null });
  }

  readonly #choose = (formula: string) => {
    this.#change({ formula });
    const { row, column, cell } = findCell(sheetsOf(this.run!).sheets, formula);
    const label = words.multiplication.title(row.name, column);
    const product = words.describe.product(label, productText(productOf(cell.number!)));
    this.announceLater(() => product);
  };

  /** The learner changed it. A change that shows the prediction's answer waits for the guess. */
  #change(change: Partial<CostState>) {
    this.#clipboard.forget();
    const isPossible = !this.last.explain;
    if (!this.#prediction.waits(this.state, change, isPossible)) {
      this.figureState.change({ ...this.state, ...change });
      this.announceLater();
      return;
    }
    this.requestUpdate();
    void focusPrediction(this);
  }

  #asOwn(): Partial<CostState> {
    const { model } = this.state;
    const shape = shapeOf(model, this.state, this.engine!.cost);
    return { ...toOwn(shape), model: 'own', formula: null };
  }

  readonly #onGuess = (guess: number) => {
    const { next, ...graded } = this.#prediction.grade(this.engine!, guess, this.state);
    this.sendAnswer(graded);
    this.figureState.change(next);
  };

  protected override compute() {
    if (!this.engine) return;
    const { engine } = this;
    this.last.compute(
      this.state,
      startOfCost,
      (state) => openDesk(engine, state),
      ({ state }, refusal) => ({
        ...couldNotRun(refusal!, () => this.#change(state)),
        title: words.controls.refused,
      }),
    );
    if (this.run!.state.view === 'flops') this.#prediction.skip();
  }

  #save(desk: Desk, format: SaveFormat) {
    void saveFigure(format, {
      picture: () => this.#picture(desk),
      csv: () => toCsv(sheetsOf(desk).sheets),
      json: () => toJson(desk),
    });
  }

  #picture(desk: Desk): string {
    const { sheets, first } = sheetsOf(desk);
    const { row, column, cell } = findCell(sheets, desk.state.formula, first);
    const [side] = desk.sides;
    return toSvg({
      question: this.question || words.question[desk.state.view],
      model: describeModels(desk),
      ...{ stacks: stacksOf(desk), sheets },
      product: `${words.multiplication.title(row.name, column)}: ${productText(productOf(cell.number!))}`,
      plot: desk.state.view === 'flops' ? flopPlot(side!, plotPoints(side!), 900) : null,
      caption: this.textOf('.caption'),
    });
  }

  static override styles = costStyles;
}
