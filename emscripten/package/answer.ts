/** Reads what the core answers: numbers and texts, in the order in which it wrote them. */
import type { MainModule } from '../../build/wasm/manyheads.mjs';
import type { Tensor } from './contract.js';
import { ManyheadsError } from './errors.js';
import { countElements, lengthOf, wrongLength } from './reading.js';

/** How a value is read from an answer. */
export interface Readable<T> {
  readonly read: (answer: Answer) => T;
}

export type ValuesOf<Table> = {
  -readonly [K in keyof Table]: Table[K] extends Readable<infer T> ? T : never;
};

/** Memory of tensors with more elements is freed as soon as they are copied. */
export const KEPT_ELEMENTS = 2 ** 22;

/** An answer of the core. Read it before the next call, in the order in which it was written. */
export class Answer {
  /** 0 for success, or the core's Error::Kind. */
  readonly kind: number;
  readonly #raw: MainModule;
  readonly #end: number;
  #next: number;
  #text: number;
  #results = 0;

  constructor(raw: MainModule, address: number) {
    this.#raw = raw;
    this.#next = address / Float64Array.BYTES_PER_ELEMENT;
    this.kind = this.number();
    this.#text = this.number();
    const count = this.number();
    this.#end = this.#next + count;
  }

  /** Throws if the core and this package disagree about what the answer has. */
  readAll<Result>(read: (answer: Answer) => Result): Result {
    const result = read(this);
    if (this.#next === this.#end) return result;
    throw new ManyheadsError(`internal error: ${this.#end - this.#next} numbers were not read`);
  }

  number(): number {
    return (this.#raw.HEAPF64 as Float64Array)[this.#next++]!;
  }

  flag(): boolean {
    return this.number() !== 0;
  }

  text(): string {
    const length = this.number();
    const bytes = new Uint8Array((this.#raw.HEAPF64 as Float64Array).buffer, this.#text, length);
    this.#text += length;
    return new TextDecoder().decode(bytes);
  }

  list<Item>(item: () => Item): Item[] {
    const items: Item[] = [];
    for (let rest = this.number(); rest > 0; --rest) items.push(item());
    return items;
  }

  numbers(): number[] {
    return this.list(() => this.number());
  }

  /** Settings or results, in the order of their table. */
  fields<Table extends object>(table: Table): ValuesOf<Table> {
    const values: Record<string, unknown> = {};
    // A schedule has hundreds of structs: Object.entries would take twice as long.
    for (const name in table) values[name] = (table[name] as Readable<unknown>).read(this);
    return values as ValuesOf<Table>;
  }

  /**
   * A copy of a result.
   * @param room  memory for it: the caller's `out`, or allocated before a call with side effects
   */
  tensor(room?: Float32Array): Tensor {
    const first = this.number() / Float32Array.BYTES_PER_ELEMENT;
    const shape = this.numbers();
    const count = countElements(shape);
    const result = (this.#raw.HEAPF32 as Float32Array).subarray(first, first + count);
    const data = room ?? new Float32Array(count);
    const found = lengthOf(data);
    // Not data.set: a subclass could keep the view of the core's memory.
    if (found === count) Float32Array.prototype.set.call(data, result);
    if (count > KEPT_ELEMENTS) this.#raw.release_result(this.#results);
    this.#results += 1;
    if (found !== count) throw wrongLength('out', shape, 'this array', found);
    return { shape, data };
  }

  /** The tensors that exist, by name. */
  tensors<Name extends string>(names: readonly Name[]): Record<Name, Tensor> {
    const tensors: Partial<Record<Name, Tensor>> = {};
    for (const name of names) {
      if (this.flag()) tensors[name] = this.tensor();
    }
    return tensors as Record<Name, Tensor>;
  }
}
