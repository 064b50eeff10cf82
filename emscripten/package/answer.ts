/** Reads what the core answers: numbers and texts, in the order in which it wrote them. */
import type { MainModule } from '../../build/wasm/manyheads.mjs';
import type { Tensor } from './contract.js';
import { ManyheadsError } from './errors.js';
import type { ValuesOf } from './field-kinds.js';
import { countElements, wrongLength } from './reading.js';

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

  texts(): string[] {
    return this.list(() => this.text());
  }

  /** Settings of the core, in the order of their table. */
  fields<Fields extends object>(fields: Fields): ValuesOf<Fields> {
    return this.named(Object.keys(fields), (name) =>
      (fields as Record<string, { toValue: (number: number) => unknown }>)[name]!.toValue(
        this.number(),
      ),
    ) as ValuesOf<Fields>;
  }

  /** Results with these names. */
  named<Name extends string, Item>(
    names: readonly Name[],
    item: (name: Name) => Item,
  ): Record<Name, Item> {
    return Object.fromEntries(names.map((name) => [name, item(name)])) as Record<Name, Item>;
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
    if (data.length === count) data.set(result);
    if (count > KEPT_ELEMENTS) this.#raw.release_result(this.#results);
    this.#results += 1;
    if (data.length !== count) throw wrongLength('out', shape, 'it', data.length);
    return { shape, data };
  }

  /** The tensors that exist, by name. */
  tensors(names: readonly string[]): Record<string, Tensor> {
    const tensors: Record<string, Tensor> = {};
    for (const name of names) {
      if (this.flag()) tensors[name] = this.tensor();
    }
    return tensors;
  }
}
