/** What is kept on this device, where the browser lets us; else as long as this object. */
export class Kept<Value> {
  /** False once the browser has refused: a page from a file, or a private window, may. */
  isKept = true;
  readonly #place: string;
  readonly #parse: (given: unknown) => Value;
  readonly #formerly: string | null;
  #last: Value;

  /**
   * @param parse  a valid value from anything; null is nothing
   * @param formerly  the place that is read where nothing is kept yet
   */
  constructor(place: string, parse: (given: unknown) => Value, formerly: string | null = null) {
    this.#place = place;
    this.#parse = parse;
    this.#formerly = formerly;
    this.#last = parse(null);
  }

  /** Read anew each time: another element, or another tab, may have written meanwhile. */
  read(): Value {
    try {
      if (this.isKept) {
        this.#last = this.#parse(JSON.parse(this.#text ?? 'null'));
      }
    } catch (error) {
      // What is no JSON is nothing; a browser without storage says so by an error of another kind.
      if (error instanceof SyntaxError) this.#last = this.#parse(null);
      else this.isKept = false;
    }
    return this.#last;
  }

  get #text(): string | null {
    const former = () => (this.#formerly === null ? null : localStorage.getItem(this.#formerly));
    return localStorage.getItem(this.#place) ?? former();
  }

  write(value: Value) {
    this.#last = value;
    try {
      localStorage.setItem(this.#place, JSON.stringify(value));
      this.isKept = true;
    } catch {
      this.isKept = false; // full, or not there
    }
  }
}
