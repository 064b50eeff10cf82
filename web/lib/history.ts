/** How many steps back are kept. */
const longest = 100;

/** What was there before each change, for undo and redo. */
export class History<State> {
  #past: State[] = [];
  #future: State[] = [];
  /** The control of the last change, while it goes on: a drag is one step. */
  #control: string | null = null;

  /** @param control  changes of the same control in a row are one step, until `endStep` */
  record(before: State, control: string | null = null) {
    const goesOn = control !== null && control === this.#control;
    this.#control = control;
    if (goesOn) return;
    this.#past = [...this.#past, before].slice(-longest);
    this.#future = [];
  }

  /** Records a change, if it changes anything. */
  recordChange(before: State, after: State, control?: string | null) {
    if (JSON.stringify(before) !== JSON.stringify(after)) this.record(before, control);
  }

  /** The drag is over. */
  endStep() {
    this.#control = null;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }
  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** @return what was there before the last change; null where there was none */
  undo(now: State): State | null {
    this.endStep();
    const before = this.#past.pop();
    if (before === undefined) return null;
    this.#future.push(now);
    return before;
  }

  /** @return what the last undo took away; null where there was none */
  redo(now: State): State | null {
    this.endStep();
    const after = this.#future.pop();
    if (after === undefined) return null;
    this.#past.push(now);
    return after;
  }

  clear() {
    this.#past = [];
    this.#future = [];
    this.endStep();
  }
}
