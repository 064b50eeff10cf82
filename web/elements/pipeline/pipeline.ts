import { html, nothing, type TemplateResult } from 'lit';
import { withSymbols } from '../../ui/symbols.js';
import { largestMagnitude } from '../../lib/tensor-view.js';
import type { Settings } from '../../ui/boxed-element.js';
import { ComputedFigure } from '../../ui/computed-figure.js';
import { Figure, type SaveFormat } from '../../ui/figure.js';
import { focusPart } from '../../ui/focus.js';
import { HeatMap } from '../../ui/heat-map.js';
import { Predict, type Verdict } from '../../ui/predict.js';
import { predictSlot } from '../../ui/predict-slot.js';
import type { ElementClasses } from '../../ui/register.js';
import { saveAs } from '../../ui/save-file.js';
import { declareSettings } from '../../ui/settings.js';
import { drawBand } from './bands.js';
import { bandIds } from './code.js';
import { pipelineControls } from './controls.js';
import { pipelineCode, pipelineCsv, pipelineJson } from './export.js';
import { grade, question } from './guess.js';
import { layOut } from './layout.js';
import { panel } from './panel.js';
import { placesView } from './places-view.js';
import { pipelineProblem } from './problem.js';
import { isSameLayer, runAgain, type PipelineRun } from './run.js';
import type { Scene } from './scene.js';
import { flowKey, stage } from './stage.js';
import { pipelineFormat, settle, startOfPipeline, type PipelineState } from './state.js';
import { pipelineStyles } from './style.js';
import { pipelineSvg } from './svg.js';
import { pipelineTable } from './table.js';
import type { TensorId } from './tensors.js';
import { words } from './words/index.js';

const settings = declareSettings(pipelineFormat);
export interface Pipeline extends Settings<typeof settings, PipelineState> {}

/** From this width on, the code is beside the picture. */
const wide = 900;
const besidePicture = 310;

/**
 * A whole layer of multi-head attention as one picture, drawn from the tensors of a run of the core:
 * where the axis of heads begins and ends. Every tensor can be opened.
 *
 * @attr batch, tokens, memory - sequences up to 8, queries and keys up to 12
 * @attr kind - self, causal, cross
 * @attr lengths - keys of each sequence that are not padding, with commas between them
 * @attr heads, kv-heads, d-model, d-head, seed - the layer
 * @attr skip - the transpose of Q is left out
 * @attr tensor - the opened one: x, wq, q0, qs, q, …, s, a, z, zt, c, wo, y
 * @attr sequence, head, query, key, column, feature - the number in question
 * @attr theme - light, dark or system; without it the page's color-scheme
 * @attr number, question - of the figure
 * @attr link-base - the page's address that a copied link begins with, up to its hash
 * @slot - shown where there is no WebAssembly
 * @fires mh-ready, mh-state, mh-answer - see events.ts
 */
export class Pipeline extends ComputedFigure<PipelineState, PipelineRun> {
  static readonly format = pipelineFormat;
  static override readonly parts: ElementClasses = {
    'mh-figure': Figure,
    'mh-heat-map': HeatMap,
    'mh-predict': Predict,
  };
  static override properties = {
    ...settings,
    verdict: { state: true },
    hasMore: { state: true },
  };
  declare verdict: Verdict | null;
  declare hasMore: boolean;

  #attempts = 0;

  constructor() {
    super(pipelineFormat, settings);
    this.verdict = null;
    this.hasMore = false;
  }

  protected override figure(run: PipelineRun): TemplateResult {
    const counts = countScores(run);
    const asked = this.verdict || run.state.skip ? null : question(run);
    return html`<mh-figure
        .number=${this.number}
        .question=${this.question || words.question}
        .words=${words.describe(run, counts)}
        .link=${this.link}
        .table=${() => pipelineTable(run)}
        .code=${() => pipelineCode(run)}
        @figure-save=${({ detail }: CustomEvent<SaveFormat>) => void this.#save(run, detail)}
      >
        <div slot="stage">
          ${this.refused}
          ${stage({
            scene: this.#scene(run, this.width),
            open: (tensor, head, sequence) => this.#open(tensor, head, sequence),
            onKey: this.#onKey,
          })}
        </div>
        <div slot="detail">
          ${panel({
            ...{ run, width: this.width, theme: this.theme },
            move: (place) => this.#move(place),
            stepHead: (by) => this.#stepHead(by),
          })}
          ${placesView(run, this.width, (kind) => this.#change({ kind }))}
        </div>
        <div slot="controls">
          ${pipelineControls({
            ...{ wanted: this.state, isOpen: this.hasMore },
            canSkip: this.verdict !== null || this.state.skip,
            change: (change) => this.#change(change),
            reset: () => this.#change(this.figureState.initial),
            flip: () => (this.hasMore = !this.hasMore),
          })}
        </div>
        ${
          asked || this.verdict
            ? predictSlot(asked, this.verdict, (option) => this.#onGuess(run, option))
            : nothing
        }
        <p slot="caption" class="caption">${words.caption(run, counts)}</p>
      </mh-figure>
      <p class="unseen" role="status">${withSymbols(this.announcement)}</p>`;
  }

  #scene(run: PipelineRun, width: number): Scene {
    const room = width >= wide ? width - besidePicture : width;
    const { s } = run.tensors;
    const limit = Math.max(1, Math.ceil(largestMagnitude(s)));
    return { run, layout: layOut(run.sizes, room), words: words.picture, limit };
  }

  async #save(run: PipelineRun, format: SaveFormat) {
    if (format === 'CSV') return saveAs(format, pipelineCsv(run));
    if (format === 'JSON') return saveAs(format, pipelineJson(run));
    const scene = this.#scene(run, wide + besidePicture);
    const bands = bandIds.map((id) => drawBand(id, scene));
    const picture = pipelineSvg(bands, {
      question: this.question || words.question,
      caption: words.describe(run, countScores(run)),
      note: words.saved(run.state.seed),
    });
    return saveAs(format, picture);
  }

  #open(tensor: TensorId, head?: number | null, sequence?: number | null) {
    const { state } = this;
    this.#move({ tensor, head: head ?? state.head, sequence: sequence ?? state.sequence });
    if (!this.run) return;
    const { head: now } = this.run.state;
    this.announcement = `${words.open.title} ${words.tensors[tensor](this.run)}. ${words.head(now)}`;
  }

  #stepHead(by: number) {
    const { head, heads, tensor } = this.state;
    const to = Math.max(0, Math.min(head + by, heads - 1));
    if (to !== head) this.#open(tensor, to);
  }

  /** Arrows follow the flow, and the focus goes with the tensor; Page Up and Down change the head. */
  #onKey = (event: KeyboardEvent) => {
    const isSpot = (event.target as Element).matches('.spot');
    if (!isSpot || event.altKey || event.ctrlKey || event.metaKey) return;
    const tensor = flowKey(event.key, this.state.tensor);
    const by = { PageUp: -1, PageDown: 1 }[event.key];
    if (tensor === null && by === undefined) return;
    event.preventDefault();
    if (tensor !== null) this.#open(tensor);
    if (by !== undefined) this.#stepHead(by);
    void focusPart(this, '.spot[tabindex="0"]');
  };

  #onGuess(run: PipelineRun, guess: number) {
    const { verdict, result } = grade(run, guess, () => this.run?.difference ?? null);
    this.verdict = verdict;
    this.sendAnswer(result, ++this.#attempts);
    if (runMisplaces(run)) this.#move({ skip: true, tensor: 'q' });
  }

  /** Changes what is computed. For a layer of other sizes, the question is asked again. */
  #change(change: Partial<PipelineState>) {
    if (!('skip' in change && Object.keys(change).length === 1)) {
      this.verdict = null;
      this.#move({ ...change, skip: false });
    } else {
      this.#move(change);
    }
    this.announceLater();
  }

  /** The button that repaired is gone with the notice: the picture takes its focus. */
  #repair(change: Partial<PipelineState>) {
    this.#change(change);
    void focusPart(this, '.spot[tabindex="0"]');
  }

  #move(change: Partial<PipelineState>) {
    this.figureState.change(settle({ ...this.state, ...change }));
  }

  protected override compute() {
    const { engine, run, state: wanted } = this;
    if (run && !isSameLayer(run.state, wanted)) this.verdict = null; // it was about another layer
    if (!engine) return;
    const repair = (change: Partial<PipelineState>) => this.#repair(change);
    this.last.compute(
      wanted,
      startOfPipeline,
      (state) => runAgain(engine, this.run, state),
      ({ state }) => pipelineProblem(wanted, state, repair),
    );
  }

  static override styles = pipelineStyles;
}

const runMisplaces = ({ sizes }: PipelineRun) => sizes.H > 1 && sizes.T > 1;

function countScores({ tensors }: PipelineRun) {
  const { data } = tensors.s;
  const visible = data.reduce((sum, score) => sum + (score === -Infinity ? 0 : 1), 0);
  return { scores: data.length, visible };
}
