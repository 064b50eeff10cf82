import { proxy } from 'comlink';
import type { Code, PythonService, Ran } from '../lib/python/service.js';
import { Connection } from '../lib/worker.js';
import type { StartedPython } from './start-python.js';

/** What a group asks of each of its cells, and tells it. */
export interface GroupCell extends HTMLElement {
  readonly running: Code;
  /** It runs when those before it have. */
  onQueue(): void;
  onStart(run: number): void;
  onOutput(text: string, isCut: boolean): void;
  onEnd(ran: Ran): void;
  /** Its run was ended, or did not begin. */
  onStop(): void;
  /** The names that it made are gone. */
  onForgotten(): void;
  /** Python cannot run here. */
  onRefused(why: string): void;
  /** Python is there. */
  onReady(engine: string): void;
}

const groups = new Map<string, CellGroup>();

/** Cells that share one worker and so their names. Runs wait for each other. */
export class CellGroup {
  readonly #cells = new Set<GroupCell>();
  readonly #waiting: GroupCell[] = [];
  #worker: Connection<PythonService> | null = null;
  #engine: Promise<string> | null = null;
  #isBusy = false;
  #runs = 0;

  static named(name: string): CellGroup {
    const known = groups.get(name) ?? new CellGroup();
    groups.set(name, known);
    return known;
  }

  /** In the order in which they stand on the page. */
  get cells(): readonly GroupCell[] {
    const follows = Node.DOCUMENT_POSITION_FOLLOWING;
    return [...this.#cells].sort((a, b) => (a.compareDocumentPosition(b) & follows ? -1 : 1));
  }

  join(cell: GroupCell) {
    this.#cells.add(cell);
    if (!this.#worker) cell.onForgotten(); // it comes back, and the worker went with the last cell
  }

  leave(cell: GroupCell) {
    this.#cells.delete(cell);
    if (this.#cells.size === 0) this.#end();
  }

  /** Starts the worker, once. */
  prepare(start: () => StartedPython): Promise<string> {
    this.#engine ??= this.#load(start);
    return this.#engine;
  }

  async #load(start: () => StartedPython): Promise<string> {
    let worker: Connection<PythonService> | null = null;
    try {
      const started = start();
      worker = new Connection<PythonService>(started);
      this.#worker = worker;
      const { micropython, wasm } = started;
      const engine = await worker.unlessEnded(worker.remote.load(micropython, wasm));
      for (const cell of this.#cells) cell.onReady(engine);
      return engine;
    } catch (error) {
      if (this.#worker === worker) this.#refuse(error instanceof Error ? error.message : '');
      throw error;
    }
  }

  #refuse(why: string) {
    this.#end();
    for (const cell of this.#cells) cell.onRefused(why);
  }

  run(cells: readonly GroupCell[], start: () => StartedPython) {
    const added = cells.filter((cell) => !this.#waiting.includes(cell));
    this.#waiting.push(...added);
    for (const cell of added) cell.onQueue();
    if (!this.#isBusy) void this.#work(start);
  }

  async #work(start: () => StartedPython) {
    this.#isBusy = true;
    try {
      await this.prepare(start);
      for (let cell = this.#waiting[0]; cell; cell = this.#waiting[0]) {
        const ran = await this.#runOne(cell);
        this.#waiting.shift();
        cell.onEnd(ran);
        if (ran.error) this.#dropWaiting();
      }
    } catch {
      if (this.#waiting.length > 0) this.reset(); // the worker broke; it was not ended from here
    } finally {
      this.#isBusy = false;
    }
  }

  #runOne(cell: GroupCell): Promise<Ran> {
    const worker = this.#worker!;
    cell.onStart(++this.#runs);
    const write = proxy((text: string, isCut: boolean) => {
      if (worker === this.#worker) cell.onOutput(text, isCut);
    });
    return worker.unlessEnded(worker.remote.run(cell.running, write));
  }

  /** Ends whatever runs. All names are gone with the worker; the next run starts another. */
  reset() {
    this.#end();
    this.#dropWaiting();
    for (const cell of this.#cells) cell.onForgotten();
  }

  #dropWaiting() {
    for (const cell of this.#waiting.splice(0)) cell.onStop();
  }

  #end() {
    this.#engine = null;
    this.#runs = 0;
    this.#worker?.end('stopped');
    this.#worker = null;
  }
}
