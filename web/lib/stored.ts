/** A value in localStorage; in memory if the browser has no storage. */
export class Stored<Value> {
  /** False after the browser refused, as it may for a file: page or in a private window. */
  isStored = true;
  readonly #place: string;
  readonly #parse: (value: unknown) => Value;
  readonly #formerly: string | null;
  #last: Value;

  /**
   * @param parse  makes a valid value from anything, also from null, which means nothing is stored
   * @param formerly  the key that is read while there is nothing under `place`
   */
  constructor(place: string, parse: (value: unknown) => Value, formerly: string | null = null) {
    this.#place = place;
    this.#parse = parse;
    this.#formerly = formerly;
    this.#last = parse(null);
  }

  /** Reads storage each time, because another element or tab may have written to it. */
  read(): Value {
    try {
      if (this.isStored) {
        this.#last = this.#parse(JSON.parse(this.#text ?? 'null'));
      }
    } catch (error) {
      // A SyntaxError means invalid JSON, any other error that there is no storage.
      if (error instanceof SyntaxError) this.#last = this.#parse(null);
      else this.isStored = false;
    }
    return this.#last;
  }

  get #text(): string | null {
    const readFormer = () =>
      this.#formerly === null ? null : localStorage.getItem(this.#formerly);
    return localStorage.getItem(this.#place) ?? readFormer();
  }

  write(value: Value) {
    this.#last = value;
    try {
      localStorage.setItem(this.#place, JSON.stringify(value));
      this.isStored = true;
    } catch {
      this.isStored = false; // storage is full or missing
    }
  }
}
