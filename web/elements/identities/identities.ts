import { html, nothing, type TemplateResult } from 'lit';
import type { Settings } from '../../ui/boxed-element.js';
import { ComputedFigure } from '../../ui/computed-figure.js';
import { Figure, type SaveFormat } from '../../ui/figure.js';
import { MapPicture } from '../../ui/map-picture.js';
import { focusPrediction, Predict } from '../../ui/predict.js';
import { predictSlot } from '../../ui/predict-slot.js';
import type { ElementClasses } from '../../ui/register.js';
import { saveFigure } from '../../ui/save-file.js';
import { declareSettings } from '../../ui/settings.js';
import { IdentitiesPrediction } from './prediction.js';
import { identitiesControls } from './controls.js';
import { caption, describeIdentities } from './describe.js';
import { detail } from './detail.js';
import { identitiesCode, identitiesCsv, identitiesJson, identitiesTable } from './export.js';
import { identityRows } from './rows.js';
import { runIdentities, type IdentitiesRun } from './run.js';
import { identitiesFormat, type IdentitiesState, type Identity } from './state.js';
import { identitiesStyles } from './style.js';
import { identitiesSvg } from './svg.js';
import { words } from './words/index.js';

const settings = declareSettings(identitiesFormat);
export interface Identities extends Settings<typeof settings, IdentitiesState> {}

/**
 * Ten identities of attention: two ways of computing each, run on a layer by the core, with the
 * largest difference between their outputs, and a switch that makes the usual mistake.
 *
 * @attr tokens - 3 to 8 words
 * @attr heads - 2, 4 or 8, each of width 8
 * @attr seed - of the weights
 * @attr open - the row that is shown head by head
 * @attr broken - the row that makes its mistake
 * @attr theme - light, dark or system; without it the page's color-scheme
 * @attr number, question - of the figure
 * @attr link-base - the page's address that a copied link begins with, up to its hash
 * @slot - shown where there is no WebAssembly
 * @fires mh-ready, mh-state, mh-answer - see events.ts
 */
export class Identities extends ComputedFigure<IdentitiesState, IdentitiesRun> {
  static readonly format = identitiesFormat;
  static override readonly parts: ElementClasses = {
    'mh-figure': Figure,
    'mh-map-picture': MapPicture,
    'mh-predict': Predict,
  };
  static override properties = settings;

  readonly #prediction = new IdentitiesPrediction();

  constructor() {
    super(identitiesFormat, settings);
  }

  protected override figure(run: IdentitiesRun): TemplateResult {
    const setBroken = (identity: Identity, isBroken: boolean) =>
      this.#setBroken(identity, isBroken);
    return html`<mh-figure
        controls-first
        .number=${this.number}
        .question=${this.question || words.question}
        .words=${describeIdentities(run)}
        .link=${this.link}
        .table=${() => identitiesTable(run)}
        .code=${() => identitiesCode(run)}
        @figure-save=${({ detail }: CustomEvent<SaveFormat>) => void this.#save(run, detail)}
      >
        <div slot="controls">
          ${identitiesControls(
            run.state,
            (change) => this.#change({ ...this.state, ...change }),
            () => this.#change(this.figureState.initial),
          )}
        </div>
        <div slot="stage">
          ${this.refused}
          ${identityRows(run, {
            open: (open) => this.#change({ ...this.state, open }),
            setBroken,
          })}
        </div>
        <div slot="detail">${detail(run, setBroken, this.theme)}</div>
        ${this.#predict(run)}
        <p slot="caption" class="caption">${caption(run)}</p>
      </mh-figure>
      <p class="unseen" role="status">${this.announcement}</p>`;
  }

  /** Where there is nothing to ask or to say, it takes no room. */
  #predict({ state }: IdentitiesRun): TemplateResult | typeof nothing {
    const { verdict } = this.#prediction;
    const question = this.#prediction.question(state);
    if (!question && !verdict) return nothing;
    return predictSlot(question, verdict, this.#onGuess);
  }

  /** One mistake at a time; its row is opened. */
  #setBroken(identity: Identity, isBroken: boolean) {
    if (isBroken && this.#prediction.waits(this.state, identity)) {
      this.#change({ ...this.state, open: identity });
      void focusPrediction(this);
      return;
    }
    this.#change({ ...this.state, open: identity, broken: isBroken ? identity : null });
  }

  #onGuess = (guess: number) => {
    const graded = this.#prediction.grade(this.engine!, this.state, guess);
    if (!graded) return;
    this.#change(graded.next);
    this.sendAnswer(graded.result);
  };

  #change(state: IdentitiesState) {
    this.figureState.change(identitiesFormat.parse(state));
    this.announceLater();
  }

  protected override compute() {
    const { engine } = this;
    if (!engine) return;
    this.last.compute(this.state, identitiesFormat.start, (state) => runIdentities(engine, state));
  }

  async #save(run: IdentitiesRun, format: SaveFormat) {
    const { state, sizes } = run;
    const picture = () =>
      identitiesSvg(run, {
        question: this.question || words.question,
        caption: this.textOf('.caption'),
        settings: words.describe.layer(sizes.tokens, sizes.heads, state.seed),
        row: (identity) => ({
          title: words.rows[identity].title,
          breakIt: words.rows[identity].breakIt(sizes),
        }),
      });
    await saveFigure(format, {
      picture,
      csv: () => identitiesCsv(run),
      json: () => identitiesJson(run),
    });
  }

  /** It needs no width. */
  protected override get drawnWith() {
    return this.run && this.engine;
  }

  static override styles = identitiesStyles;
}
