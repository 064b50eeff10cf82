const key = Symbol.for('manyheads.unstored');
/** Values that the browser did not store. Each script has its own copy of this file; all share this. */
const unstored = ((globalThis as { [key]?: Map<string, string> })[key] ??= new Map());

/** Where a value is kept. */
export type Store<Value> = Pick<Stored<Value>, 'read' | 'write'>;

/** Where a state is kept. Each change comes with the state before it. */
export interface StateStore<State> {
  read(): State;
  write(state: State, before: State): void;
}

/** A value in localStorage; in the page’s memory if the browser has no storage. */
export class Stored<Value> {
  /** False after the browser refused, as it may for a file: page or in a private window. */
  isStored = true;
  readonly #place: string;
  readonly #parse: (value: unknown) => Value;
  readonly #formerly: string | null;

  /**
   * @param parse  makes a valid value from anything, also from null, which means nothing is stored
   * @param formerly  the key that is read while there is nothing under `place`
   */
  constructor(place: string, parse: (value: unknown) => Value, formerly: string | null = null) {
    this.#place = place;
    this.#parse = parse;
    this.#formerly = formerly;
  }

  /** Reads storage each time, because another element or tab may have written to it. */
  read(): Value {
    const text = this.#text;
    try {
      return this.#parse(JSON.parse(text ?? 'null'));
    } catch {
      return this.#parse(null); // this is not JSON
    }
  }

  get #text(): string | null {
    const text = unstored.get(this.#place);
    this.isStored = text === undefined;
    if (text !== undefined) return text;
    try {
      const readFormer = () =>
        this.#formerly === null ? null : localStorage.getItem(this.#formerly);
      return localStorage.getItem(this.#place) ?? readFormer();
    } catch {
      this.isStored = false;
      return null;
    }
  }

  write(value: Value) {
    const text = JSON.stringify(value);
    try {
      localStorage.setItem(this.#place, text);
      unstored.delete(this.#place);
      this.isStored = true;
    } catch {
      unstored.set(this.#place, text);
      this.isStored = false; // storage is full or missing
    }
  }
}
