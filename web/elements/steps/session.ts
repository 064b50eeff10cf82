import { ManyheadsError, type Engine } from '../../../emscripten/package/index.js';
import type { GridCell } from '../../lib/grid.js';
import { uiWords } from '../../ui/words/index.js';
import { allSteps, stepTitle } from './current.js';
import { cellText, type ChosenCell, type StepMatrix } from './matrices.js';
import { stepsProblem, type StepsProblem } from './problem.js';
import type { CellDragged, CellStep } from '../../ui/cell-drag.js';
import { unlessRefused } from '../../ui/last-run.js';
import { CellEdits } from '../../ui/edit/cell-edits.js';
import { toEdited, valueOf } from './changed-cells.js';
import { runSteps, type StepsRun } from './run.js';
import { atSameStage, defaultSteps, sameStep, settleSteps, type StepsState } from './state.js';
import { words } from './words/index.js';

/** What a session needs of its element. */
interface StepsHost {
  readonly state: () => StepsState;
  readonly change: (state: StepsState) => void;
  readonly draw: () => void;
  /** The settings were repaired: the button that did it is gone. */
  readonly onRepair: () => void;
}

/** A walk through the steps: the last valid run, its problem, the current step, the shown cell. */
export class StepsSession {
  /** The last valid run. It stays while the settings are invalid. */
  run: StepsRun | null = null;
  /** The text that screen readers announce. */
  announcement = '';
  readonly edits: CellEdits<StepsState>;
  readonly #host: StepsHost;
  #engine: Engine | null = null;
  /** The cell under the pointer or focus, as text, which is explained instead of the chosen one. */
  #preview: string | null = null;
  /** A function, since its language may change until it is drawn. */
  #problem: (() => StepsProblem) | null = null;

  constructor(host: StepsHost) {
    this.#host = host;
    this.edits = new CellEdits({
      state: host.state,
      put: (state) => this.move(state),
      valueOf: (cell) => valueOf(this.run!, cell),
    });
  }

  open(engine: Engine) {
    this.#engine = engine;
    this.compute();
  }

  get history() {
    return this.edits.history;
  }
  get problem(): StepsProblem | null {
    return this.#problem?.() ?? null;
  }
  /** The explained cell, as text; null for the step's default. */
  get cell(): string | null {
    return this.#preview ?? this.run!.state.cell;
  }
  get isAtEnd(): boolean {
    return this.run!.state.step === allSteps(this.run!).length;
  }

  preview(matrix: StepMatrix, cell: GridCell | null) {
    const text = cell && cellText({ matrix, ...cell });
    if (text === this.#preview) return;
    this.#preview = text;
    this.#host.draw();
  }

  /** A number was chosen or released. */
  pin(matrix: StepMatrix, cell: GridCell | null) {
    this.#preview = null;
    this.move({ cell: cell && cellText({ matrix, ...cell } satisfies ChosenCell) });
  }

  /** A cell was dragged. It becomes the chosen one. */
  drag(matrix: StepMatrix, dragged: CellDragged) {
    const cell = toEdited(matrix, dragged.start);
    if (!cell) return;
    if (dragged.isFirst) this.pin(matrix, dragged.start);
    this.edits.drag(cell, dragged.cell && toEdited(matrix, dragged.cell), dragged);
  }

  /** Plus or minus was pressed at a cell. At a result, the editor says why it does not change. */
  step(matrix: StepMatrix, { cell, steps }: CellStep) {
    this.pin(matrix, cell);
    const edited = toEdited(matrix, cell);
    if (edited) this.edits.step(edited, steps);
  }

  /** Undoes or redoes a change of the layer. The step and the chosen cell stay. */
  back(way: 'undo' | 'redo') {
    const now = this.#host.state();
    const { listing, cell } = now;
    const state = this.edits.history[way](now);
    if (state) this.move({ ...state, step: sameStep(now, state) ?? now.step, listing, cell });
  }

  goTo(step: number) {
    if (step === this.#host.state().step) return;
    this.#preview = null;
    this.move({ step, cell: null });
    if (!this.run) return;
    const place = words.place(this.run.state.step, allSteps(this.run).length);
    this.announce(`${place}. ${stepTitle(this.run)}`);
  }

  /**
   * Changes the settings. The current step stays, if it still exists.
   * @param control  a drag of it is one step of undo
   */
  change(change: Partial<StepsState>, control?: string) {
    this.#preview = null;
    this.#apply(atSameStage(this.#host.state(), change), control);
  }

  reset(initial: StepsState) {
    this.#apply(initial);
  }

  /** Choosing another step or cell is not a step of undo. */
  #apply(after: StepsState, control?: string) {
    const { step, listing, cell } = after;
    this.history.recordChange({ ...this.#host.state(), step, listing, cell }, after, control);
    this.move(after);
  }

  move(change: Partial<StepsState>) {
    this.#host.change(settleSteps({ ...this.#host.state(), ...change }));
  }

  announce(text: string) {
    this.announcement = text;
    this.#host.draw();
  }

  /** Runs the state. If it is invalid, the last run stays, and the problem says why. */
  compute() {
    const engine = this.#engine;
    if (!engine) return;
    const state = this.#host.state();
    this.#problem = null;
    this.run = unlessRefused(
      () => {
        if (state.tokens.length === 0) throw new ManyheadsError(uiWords.problems.emptyTitle);
        return this.#runOrReuse(engine, state);
      },
      (error) => this.#refuse(error, this.run ?? runSteps(engine, defaultSteps), state),
    );
    this.#host.draw();
  }

  /** @return the last valid run, at the wanted step */
  #refuse(error: ManyheadsError, lastValid: StepsRun, wanted: StepsState): StepsRun {
    const { step, listing, cell } = wanted;
    const shown = settleSteps({ ...lastValid.state, step, listing, cell });
    const repair = (change: Partial<StepsState>) => {
      this.change(change);
      this.#host.onRepair();
    };
    this.#problem = () => stepsProblem(error, wanted, shown, repair);
    return { ...lastValid, state: shown };
  }

  /** Runs the layer, or reuses the last run if only the view has changed. */
  #runOrReuse(engine: Engine, state: StepsState): StepsRun {
    const computed = ({ step: _, listing: __, cell: ___, ...layer }: StepsState) =>
      JSON.stringify(layer);
    return this.run && computed(this.run.state) === computed(state)
      ? { ...this.run, state }
      : runSteps(engine, state);
  }
}
