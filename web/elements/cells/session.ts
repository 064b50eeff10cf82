import { cellKind, orderHint, resultText, silence, type Announcement } from './describe.js';
import { CellGroup, type GroupCell } from './group.js';
import type { LessonCell } from './programs/index.js';
import type { StartPython } from './python/connection.js';
import { describeError, type Code, type Ran } from './python/service.js';
import { CellRun } from './run.js';
import { codeFromHtml, type CellState } from './state.js';
import { words } from './words/index.js';

/** The attributes of a cell. */
interface CellSettings {
  /** null after the attribute was removed. */
  readonly group: string | null;
  readonly exercise: string;
  readonly code: string | null;
  /** A text; frameworks also assign numbers. */
  readonly question: unknown;
  fromLink: boolean;
}

/** What is loaded only when a cell comes near. */
interface CellContent {
  readonly lessonCells: ReadonlyMap<string, LessonCell>;
  readonly startPython: StartPython;
}

/** A graded try at an exercise. */
interface CellTry {
  readonly question: string;
  readonly answer: string;
  readonly correct: boolean;
  readonly attempts: number;
}

/** What a session needs of its element. */
interface CellHost {
  readonly element: Node & CellSettings;
  /** The text between the tags. */
  readonly text: () => string;
  readonly state: () => CellState;
  readonly content: () => CellContent | null;
  readonly change: (state: CellState) => void;
  readonly draw: () => void;
  /** The learner must agree before the code runs: shows the question. */
  readonly ask: () => void;
  readonly sendReady: (engine: string) => void;
  readonly sendAnswer: (answer: CellTry) => void;
}

/** A cell between its group and its element: its code, its runs, and the tries at its exercise. */
export class CellSession implements GroupCell {
  readonly run: CellRun;
  /** The learner must agree before code from a link runs. */
  isAsking = false;
  /** Python is loaded. */
  isReady = false;
  announcement: Announcement = silence;
  /** The line of the last error, counted from 1; null once the code is edited. */
  wrongLine: number | null = null;
  readonly element: Node & CellSettings;
  readonly #host: CellHost;
  #group: CellGroup | null = null;
  /** The exercise of the last run: another may be chosen before it ends. */
  #exercise = '';

  constructor(host: CellHost) {
    this.#host = host;
    this.element = host.element;
    this.run = new CellRun(host.draw);
  }

  enter() {
    this.leave();
    this.#group = CellGroup.named(this.#groupName);
    this.#group.join(this);
  }

  leave() {
    this.#group?.leave(this);
    this.#group = null;
  }

  /** Loads Python in advance, so that learners see early if it cannot run. */
  prepare() {
    const start = this.#host.content()?.startPython;
    if (!start || this.isReady) return;
    this.#group?.prepare(start).then(
      (engine) => this.onReady(engine),
      () => {},
    );
  }

  // Its code

  get lesson(): LessonCell | undefined {
    return this.#host.content()?.lessonCells.get(this.element.exercise);
  }
  get original(): string {
    const { exercise, code } = this.element;
    return exercise ? (this.lesson?.code ?? '') : (code ?? codeFromHtml(this.#host.text()));
  }
  get source(): string {
    return this.#host.state().code ?? this.original;
  }
  get heading(): string {
    return String(this.element.question || this.lesson?.question || words.question);
  }
  get isExercise(): boolean {
    return this.lesson?.check !== undefined;
  }
  /** The name in tracebacks. */
  get name(): string {
    const { exercise } = this.element;
    return this.lesson?.check ? exercise : `cell ${this.#number}`;
  }
  /** Whether the current code came from a link. */
  get isFromLink(): boolean {
    const { fromLink, code, exercise } = this.element;
    return fromLink && (this.#host.state().code !== null || (code !== null && !exercise));
  }

  get #groupName(): string {
    return this.element.group ?? '';
  }
  get #cells(): readonly GroupCell[] {
    return this.#group?.cells ?? [];
  }
  get #number(): number {
    return this.#cells.indexOf(this) + 1 || 1;
  }
  /** Whether other cells use its variables. */
  get isShared(): boolean {
    return this.#groupName !== '' && this.#cells.length > 1;
  }
  get kind(): string {
    const of = this.#groupName === '' ? 1 : this.#cells.length;
    return cellKind(this.run, this.source, this.isExercise, { number: this.#number, of });
  }
  get hint(): string {
    return orderHint(this.run.result.ran, this, this.#cells);
  }

  /** Two tries, or one that passes. */
  get canShowSolution(): boolean {
    const { tries, passed, shown } = this.#host.state();
    return this.lesson?.solution !== undefined && !shown && (tries >= 2 || passed);
  }

  // What the group reports

  get running(): Code {
    const check = this.lesson?.check;
    return { name: this.name, source: this.source, ...(check ? { check } : {}) };
  }

  onReady(engine: string) {
    this.run.refusal = null;
    if (!this.isReady) this.#host.sendReady(engine);
    this.isReady = true;
    this.#host.draw();
  }

  mustAsk(): boolean {
    if (!this.isFromLink) return false;
    this.isAsking = true;
    this.#host.ask();
    return true;
  }

  onQueue() {
    this.run.wait();
  }
  onStart(run: number) {
    this.clear();
    this.#exercise = this.element.exercise;
    this.run.start(run, this.source);
  }
  onOutput(text: string, isCut: boolean) {
    this.run.print(text, isCut);
  }
  onEnd(ran: Ran) {
    this.run.end(ran);
    if (this.element.exercise !== this.#exercise) return this.#host.draw();
    if (ran.failing !== null) this.#grade(ran.failing === '');
    const line = ran.error ? describeError(ran.error, this.name).line : null;
    this.wrongLine = this.run.code === this.source ? line : null;
    this.announcement = resultText(ran, line, this.hint, this.lesson);
  }
  onStop() {
    this.run.stop();
  }
  onBroken(why: string) {
    this.run.break(why);
  }
  onForgotten() {
    this.run.forget();
  }
  onRefused(why: Error) {
    this.run.refuse(why);
  }

  #grade(correct: boolean) {
    const { tries, passed, shown } = this.#host.state();
    const attempts = tries + 1;
    this.#change({ tries: attempts, passed: passed || correct });
    // After the solution was shown, further tries are not reported to the page.
    if (passed || shown) return;
    const question = `cell/${this.element.exercise}`;
    this.#host.sendAnswer({ question, answer: this.run.code!, correct, attempts });
  }

  // What the learner does

  /** Other code is shown: drops the result of the last run. */
  clear() {
    this.run.clear();
    this.announcement = silence;
    this.isAsking = false;
    this.wrongLine = null;
    this.#host.draw();
  }

  edit(code: string) {
    if (code === this.source) return;
    this.wrongLine = null;
    this.#change({ code: code === this.original ? null : code });
  }

  startAll() {
    this.start(this.#cells);
  }
  start(cells: readonly GroupCell[] = [this]) {
    const start = this.#host.content()?.startPython;
    if (start) this.#group?.run(cells, start);
  }

  agree() {
    this.element.fromLink = false;
    this.isAsking = false;
    this.start();
  }

  /** Stops what runs in the group, and forgets its variables. */
  stop(text: string) {
    this.#group?.reset();
    this.announcement = { text, english: '' };
    this.#host.draw();
  }

  restore() {
    this.#change({ code: null });
    this.clear();
  }

  showSolution() {
    this.#change({ shown: true });
  }

  #change(change: Partial<CellState>) {
    this.#host.change({ ...this.#host.state(), ...change });
  }
}
