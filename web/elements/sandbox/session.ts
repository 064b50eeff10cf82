import { ManyheadsError, type Engine } from '../../../emscripten/package/index.js';
import type { GridCell } from '../../lib/grid.js';
import { inEnglish } from '../../lib/in-english.js';
import type { Notice } from '../../ui/notice.js';
import { uiWords } from '../../ui/words/index.js';
import { CellEdits } from '../../ui/edit/cell-edits.js';
import { PredictionFlow, type GradedPrediction } from './prediction-flow.js';
import { explainProblem } from './problem.js';
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
  readonly draw: () => void;
  readonly loadWeights: () => Promise<Uint8Array>;
  /** Some words are not in the model's vocabulary: the editor marks them. */
  readonly openEditor: () => void;
  readonly sendAnswer: (graded: GradedPrediction) => void;
}

/** Runs of the layer as a learner changes it: the last valid run, its problem, and predictions. */
export class SandboxSession {
  /** null until the engine is loaded. */
  model: SandboxModel | null = null;
  /** The last valid run. It stays while the settings are invalid. */
  run: SandboxRun | null = null;
  readonly predictions = new PredictionFlow();
  readonly edits: CellEdits<SandboxState>;
  readonly #host: SandboxHost;
  /** The cell under the pointer or focus, which the detail shows instead of the pinned one. */
  #preview: ShownCell | null = null;
  /** A function, since the language may change. */
  #problem: (() => Notice) | null = null;

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

  /** Why the settings are invalid. */
  get problem(): Notice | null {
    return this.#problem?.() ?? null;
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

  /** Changes the settings, or first asks for a prediction. */
  ask(change: Partial<SandboxState>) {
    const next = changed(this.#host.state(), change);
    const mustWait = this.run && !this.#problem && this.predictions.ask(this.run, next);
    if (mustWait) this.#host.draw();
    else this.change(change);
  }

  /** The learner predicts: the change that waited is made. */
  guess(index: number) {
    const graded = this.run && this.predictions.grade(this.model!, this.run, index);
    if (!graded) return;
    this.change(graded.next);
    this.#host.sendAnswer(graded);
  }

  /** The learner changed a setting. */
  change(change: Partial<SandboxState>) {
    this.edits.record();
    this.#put(changed(this.#host.state(), change));
  }

  #put(state: SandboxState) {
    this.#preview = null;
    this.#host.change(settle(state));
    if (this.run) this.predictions.refresh(this.run);
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
    this.edits.record();
    this.#put(initial);
  }

  /** Runs the state. If it is invalid, the last run stays, and the problem says why. */
  compute() {
    const { model } = this;
    const state = this.#host.state();
    if (!model) return;
    if (state.weights === 'trained' && !model.file) return void this.#fetchWeights(model);
    const isFirst = !this.run;
    try {
      this.#problem = null;
      if (state.weights === 'trained') model.trained.forget();
      if (state.tokens.length === 0) throw new ManyheadsError(uiWords.problems.emptyTitle);
      this.run = model.run(state);
    } catch (error) {
      if (!(error instanceof ManyheadsError)) throw error;
      this.#refuse(error, model, state);
    }
    if (isFirst) this.predictions.suggest(this.run!);
    this.#host.draw();
  }

  #refuse(error: ManyheadsError, model: SandboxModel, state: SandboxState) {
    const { weights, tokens } = state;
    const run = (this.run ??= model.run(starts[weights]));
    const change = (change: Partial<SandboxState>) => this.change(change);
    this.#problem = () => explainProblem(error, state, run, model, change);
    if (weights === 'trained' && tokens.some((token) => !model.trained.knows(token))) {
      this.#host.openEditor();
    }
  }

  /** Loads the trained weights. If that fails, a notice says so, and the weights are random. */
  async #fetchWeights(model: SandboxModel) {
    const wanted = this.#host.state();
    try {
      model.file = await this.#host.loadWeights();
      this.compute();
    } catch (error) {
      this.change(onWeights(this.#host.state(), 'random'));
      const why = inEnglish(String(error));
      const repair = { label: uiWords.engine.retry, act: () => this.change(wanted) };
      this.#problem = () => ({ title: words.problems.untrainedTitle, why, repair });
    }
    this.#host.draw();
  }
}
