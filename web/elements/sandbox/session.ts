import type { Engine } from '../../../emscripten/package/contract.js';
import type { GridCell } from '../../lib/grid.js';
import { explainFailure } from '../../ui/failure.js';
import { LastRun } from '../../ui/last-run.js';
import { CellEdits } from '../../ui/edit/cell-edits.js';
import { PredictionFlow, type GradedPrediction } from './prediction-flow.js';
import type { explainProblem } from './problem.js';
import { SandboxModel, shownKey, type SandboxRun } from './run.js';
import { changed, onWeights, settle, starts, type SandboxState } from './state.js';
import { words } from './words/index.js';

export interface ShownCell extends GridCell {
  readonly head: number;
}

/** What a session needs of its element. */
interface SandboxHost {
  readonly state: () => SandboxState;
  readonly change: (state: SandboxState) => void;
  /** Shows a state that the reader did not choose: it is not announced, nor in the address. */
  readonly show: (state: SandboxState) => void;
  readonly draw: () => void;
  readonly loadWeights: () => Promise<Uint8Array>;
  /** Some words are not in the model's vocabulary: the editor marks them. */
  readonly openEditor: () => void;
  /** null until it is loaded: then the element is drawn again. */
  readonly explainer: () => typeof explainProblem | null;
  readonly sendAnswer: (graded: GradedPrediction) => void;
}

/** Runs of the layer as a learner changes it: the last valid run, its problem, and predictions. */
export class SandboxSession {
  /** null until the engine is loaded. */
  model: SandboxModel | null = null;
  readonly last = new LastRun<SandboxState, SandboxRun>((state) => this.change(state));
  readonly predictions = new PredictionFlow();
  readonly edits: CellEdits<SandboxState>;
  readonly #host: SandboxHost;
  /** The cell under the pointer or focus, which the detail shows instead of the pinned one. */
  #preview: ShownCell | null = null;

  constructor(host: SandboxHost) {
    this.#host = host;
    this.edits = new CellEdits({
      state: host.state,
      put: (state) => this.#put(state),
      valueOf: (cell) => this.model!.valueOf(this.run!, cell),
    });
  }

  open(engine: Engine) {
    this.model = new SandboxModel(engine, this.#host.draw);
    this.compute();
  }

  get history() {
    return this.edits.history;
  }

  get run(): SandboxRun | null {
    return this.last.run;
  }

  /** The cell that the detail explains. */
  shown(run: SandboxRun): ShownCell {
    const { head, query, tokens, heads } = run.state;
    const preview = this.#preview;
    if (preview && preview.row < tokens.length && preview.head < heads) return preview;
    return { head, row: query, column: shownKey(run) };
  }

  preview(head: number, cell: GridCell | null) {
    const known = this.#preview;
    const isSame =
      cell && known?.head === head && known.row === cell.row && known.column === cell.column;
    if (isSame) return;
    this.#preview = cell && { ...cell, head };
    this.#host.draw();
  }

  /** Changes the settings, or first asks for a prediction. @return whether it asks */
  ask(change: Partial<SandboxState>, control?: string): boolean {
    const next = changed(this.#host.state(), change);
    const mustWait = this.run && !this.last.explain && this.predictions.ask(this.run, next);
    if (mustWait) this.#host.draw();
    else this.change(change, control);
    return mustWait === true;
  }

  /** The learner predicts: the change that waited is made. */
  guess(index: number) {
    const graded = this.run && this.predictions.grade(this.model!, this.run, index);
    if (!graded) return;
    this.change(graded.setting);
    this.#host.sendAnswer(graded);
  }

  /** The learner changed a setting. @param control  a drag of it is one step of undo */
  change(change: Partial<SandboxState>, control?: string) {
    this.#apply(changed(this.#host.state(), change), control);
  }

  /** Pinning another cell is not a step of undo. */
  #apply(after: SandboxState, control?: string) {
    const { head, query, key } = after;
    this.history.recordChange({ ...this.#host.state(), head, query, key }, after, control);
    this.#put(after);
  }

  #put(state: SandboxState) {
    this.#preview = null;
    this.#host.change(settle(state));
  }

  /** Undoes or redoes a change of the layer. The pinned cell stays. */
  back(way: 'undo' | 'redo') {
    const now = this.#host.state();
    const { head, query, key } = now;
    const state = this.edits.history[way](now);
    if (!state) return;
    this.predictions.verdict = null;
    this.#put({ ...state, head, query, key });
  }

  /** Pins another cell, without a new run. */
  move(change: Partial<SandboxState>) {
    this.#host.change(settle({ ...this.#host.state(), ...change }));
  }

  reset(initial: SandboxState) {
    this.predictions.verdict = null;
    this.#apply(initial);
  }

  /** Runs the state. If it is invalid, the last run stays, and the problem says why. */
  compute() {
    const { model } = this;
    const state = this.#host.state();
    if (!model) return;
    if (state.weights === 'trained' && !model.file) return void this.#fetchWeights(model);
    const isFirst = !this.run;
    this.last.compute(
      state,
      starts[state.weights],
      (state) => {
        if (state.weights === 'trained') model.trained.forget();
        return state.tokens.length > 0 ? model.run(state) : null;
      },
      (run) => this.#host.explainer()?.(state, run, model, (change) => this.change(change)) ?? null,
    );
    if (this.last.explain) this.#openEditor(model, state);
    if (isFirst) this.predictions.suggest(this.run!);
    else this.predictions.refresh(this.run);
    this.#host.draw();
  }

  #openEditor(model: SandboxModel, { weights, tokens }: SandboxState) {
    if (weights === 'trained' && tokens.some((token) => !model.trained.knows(token))) {
      this.#host.openEditor();
    }
  }

  /**
   * Loads the trained weights. If that fails, a notice says so, and the weights are random. Neither
   * that nor another try is a step of undo.
   */
  async #fetchWeights(model: SandboxModel) {
    try {
      model.file = await this.#host.loadWeights();
      this.compute();
    } catch (error) {
      const wanted = this.#host.state();
      if (wanted.weights === 'trained') {
        this.#host.show(settle(changed(wanted, onWeights(wanted, 'random'))));
        const retry = () => this.#put(wanted);
        this.last.explain = () =>
          explainFailure(error as Error, words.problems.untrainedTitle, retry);
      }
    }
    this.#host.draw();
  }
}
