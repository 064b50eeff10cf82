import { PythonConnection, type StartPython } from './python/connection.js';
import type { Code, Ran } from './python/service.js';
import { trust } from '../../lib/trusted.js';

/** What a group needs from each of its cells, and the events that it sends to it. */
export interface GroupCell {
  /** Its place in the document. */
  readonly element: Node;
  readonly running: Code;
  /** It waits for the cells before it. */
  onQueue(): void;
  onStart(run: number): void;
  onOutput(text: string, isCut: boolean): void;
  onEnd(ran: Ran): void;
  /** Its run was stopped or cancelled. */
  onStop(): void;
  /** Its worker has ended unexpectedly. */
  onBroken(why: string): void;
  /** The variables that it defined are gone. */
  onForgotten(): void;
  /** Python cannot run here. */
  onRefused(why: Error): void;
  /** Whether the learner must agree before its code runs. If so, the cell asks. */
  mustAsk(): boolean;
  /** Python is loaded. */
  onReady(engine: string): void;
}

const groups = new Map<string, CellGroup>();

/** Cells that share one worker, and so their variables. Only one cell runs at a time. */
export class CellGroup {
  readonly #cells = new Set<GroupCell>();
  readonly #waiting: GroupCell[] = [];
  #worker: PythonConnection | null = null;
  #engine: Promise<string> | null = null;
  #giveUp = (_why: Error) => {};
  #isBusy = false;
  /** The cell whose code the worker runs now. */
  #running: GroupCell | null = null;
  #runs = 0;

  static named(name: string): CellGroup {
    const known = groups.get(name) ?? new CellGroup();
    groups.set(name, known);
    return known;
  }

  /** In document order. */
  get cells(): readonly GroupCell[] {
    return [...this.#cells].sort(({ element: a }, { element: b }) =>
      a.compareDocumentPosition(b) & a.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );
  }

  join(cell: GroupCell) {
    this.#cells.add(cell);
    if (!this.#worker) cell.onForgotten(); // the worker ended when the last cell was removed
  }

  leave(cell: GroupCell) {
    this.#cells.delete(cell);
    if (this.#cells.size === 0) {
      this.#end();
      this.#dropWaiting();
    } else if (cell !== this.#running && this.#waiting.includes(cell)) {
      this.#waiting.splice(this.#waiting.indexOf(cell), 1);
      cell.onStop();
    }
  }

  /** Starts the worker, only once. */
  prepare(start: StartPython): Promise<string> {
    if (this.#engine) return this.#engine;
    const engine: Promise<string> = new Promise((resolve, reject) => {
      this.#giveUp = reject; // a fetch may never end
      this.#load(start, () => engine === this.#engine).then(resolve, reject);
    });
    return (this.#engine = engine);
  }

  async #load(start: StartPython, isCurrent: () => boolean): Promise<string> {
    try {
      const python = await start(trust);
      const worker = new PythonConnection(python);
      if (!isCurrent())
        worker.end('stopped'); // reset() was called in the meantime
      else this.#worker = worker;
      const engine = await worker.load();
      for (const cell of this.#cells) cell.onReady(engine);
      return engine;
    } catch (error) {
      if (isCurrent()) this.#refuse(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  #refuse(why: Error) {
    this.#end();
    this.#dropWaiting();
    for (const cell of this.#cells) cell.onRefused(why);
  }

  run(cells: readonly GroupCell[], start: StartPython) {
    if (cells.some((cell) => cell.mustAsk())) return;
    const added = cells.filter((cell) => !this.#waiting.includes(cell));
    this.#waiting.push(...added);
    for (const cell of added) cell.onQueue();
    if (!this.#isBusy) void this.#work(start);
  }

  async #work(start: StartPython) {
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      const engine = this.prepare(start);
      try {
        await engine;
        await this.#runWaiting();
      } catch (error) {
        if (engine !== this.#engine) continue; // reset() was called; the waiting cells were added later
        this.#break(error instanceof Error ? error.message : String(error));
      }
    }
    this.#isBusy = false;
  }

  async #runWaiting() {
    for (let cell = this.#waiting[0]; cell; cell = this.#waiting[0]) {
      if (cell.mustAsk()) return this.#dropWaiting(); // its code was replaced while it waited
      this.#running = cell;
      const ran = await this.#runOne(cell);
      this.#running = null;
      this.#waiting.shift();
      cell.onEnd(ran);
      if (ran.error) this.#dropWaiting();
    }
  }

  #runOne(cell: GroupCell): Promise<Ran> {
    const worker = this.#worker!;
    cell.onStart(++this.#runs);
    return worker.run(cell.running, (text, isCut) => {
      if (worker === this.#worker) cell.onOutput(text, isCut);
    });
  }

  /** Ends the worker and all variables. The next run starts a new one. */
  reset() {
    this.#break('');
  }

  /** @param why  empty if the learner stopped it */
  #break(why: string) {
    this.#end();
    const [running] = this.#waiting;
    this.#dropWaiting();
    if (why) running?.onBroken(why);
    for (const cell of this.#cells) cell.onForgotten();
  }

  #dropWaiting() {
    this.#running = null;
    for (const cell of this.#waiting.splice(0)) cell.onStop();
  }

  #end() {
    this.#engine = null;
    this.#giveUp(new Error('stopped'));
    this.#runs = 0;
    this.#worker?.end('stopped');
    this.#worker = null;
  }
}
