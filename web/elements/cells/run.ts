import type { Ran } from './python/service.js';

/** The result of a run. */
export interface CellResult {
  readonly output: string;
  readonly isCut: boolean;
  /** Null until it has finished. */
  readonly ran: Ran | null;
}

type Phase = 'never' | 'waiting' | 'running' | 'stopped' | 'forgotten' | 'ran';

const noResult: CellResult = { output: '', isCut: false, ran: null };

/** In ms: the time until Stop replaces Run, and between two updates of the output. */
const stopDelay = 300;
const drawInterval = 50;

/** The state of a cell's runs. */
export class CellRun {
  phase: Phase = 'never';
  /** The number of this run in the group. */
  number = 0;
  /** The code of the last run, and its result. */
  code: string | null = null;
  result: CellResult = noResult;
  /** It takes long. */
  isSlow = false;
  /** Why Python cannot run here. */
  refusal: Error | null = null;
  /** Why its worker has ended. */
  broken = '';
  /** The phase before waiting. */
  #before: Phase = 'never';
  #patience: ReturnType<typeof setTimeout> | undefined;
  #drawing: ReturnType<typeof setTimeout> | undefined;
  readonly #changed: () => void;

  /** @param changed  called when the cell must be drawn again */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get isRunning(): boolean {
    return this.phase === 'running' || this.phase === 'waiting';
  }

  wait() {
    this.#before = this.phase;
    this.phase = 'waiting';
    this.#patience = setTimeout(() => {
      this.isSlow = true;
      this.#changed();
    }, stopDelay);
    this.#changed();
  }

  start(number: number, code: string) {
    this.phase = 'running';
    this.number = number;
    this.code = code;
    this.#changed();
  }

  print(text: string, isCut: boolean) {
    this.result = { ...this.result, output: this.result.output + text, isCut };
    this.#drawing ??= setTimeout(() => {
      this.#drawing = undefined;
      this.#changed();
    }, drawInterval);
  }

  end(ran: Ran) {
    this.phase = 'ran';
    this.result = { ...this.result, ran };
    this.#settle();
  }

  stop() {
    this.phase = this.phase === 'running' ? 'stopped' : this.#before;
    this.#settle();
  }

  break(why: string) {
    this.broken = why;
    this.#changed();
  }

  forget() {
    if (this.phase === 'ran') this.phase = 'forgotten';
    this.#changed();
  }

  refuse(why: Error) {
    this.refusal = why;
    this.#settle();
  }

  clear() {
    this.result = noResult;
    this.broken = '';
  }

  /** The element was removed: cancels pending updates. */
  leave() {
    clearTimeout(this.#patience);
    clearTimeout(this.#drawing);
    this.#drawing = undefined;
  }

  #settle() {
    clearTimeout(this.#patience);
    this.isSlow = false;
    this.#changed();
  }
}
