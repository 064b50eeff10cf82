/** How values cross to the core and back: tensors through slots, errors as records. */
import type { MainModule } from '../../build/wasm/manyheads.mjs';
import type { Tensor } from './contract.js';
import {
  ConfigError,
  FormatError,
  ManyheadsError,
  OutOfMemoryError,
  ShapeError,
} from './errors.js';
import { productOf, type Elements } from './reading.js';

/** What input slots keep between calls; they give the memory of more or larger tensors back. */
const KEPT_SLOTS = 16;
const KEPT_ELEMENTS = 2 ** 22;

export class Exchange {
  readonly #description: number;
  #inputsAreLarge = false;

  constructor(readonly raw: MainModule) {
    this.#description = raw.description_address() / Float64Array.BYTES_PER_ELEMENT;
  }

  /** Copies tensors, read before, into the input slots in this order; undefined leaves one out. */
  put(inputs: readonly (Elements | undefined)[]): void {
    inputs.forEach((input, slot) => input && this.#putOne(slot, input));
    this.#inputsAreLarge ||= inputs.length > KEPT_SLOTS;
  }

  #putOne(slot: number, { shape, data }: Elements): void {
    const { raw } = this;
    const count = productOf(shape);
    this.#inputsAreLarge ||= count > KEPT_ELEMENTS;
    (raw.HEAPF64 as Float64Array).set(shape, this.#description + 2);
    const address = raw.reserve_input(slot, shape.length);
    if (address === 0) this.check(false);
    const first = address / Float32Array.BYTES_PER_ELEMENT;
    // Read HEAPF32 after the call: where memory grew, the view before it is detached. The bound
    // holds even for an array that lies about its length.
    (raw.HEAPF32 as Float32Array).subarray(first, first + count).set(data);
  }

  /** A fresh copy of a result. */
  take(slot: number): Tensor {
    const { raw } = this;
    raw.describe_result(slot);
    const description = (raw.HEAPF64 as Float64Array).subarray(this.#description);
    const first = description[0]! / Float32Array.BYTES_PER_ELEMENT;
    const shape = Array.from(description.subarray(2, 2 + description[1]!));
    const count = productOf(shape);
    const data = (raw.HEAPF32 as Float32Array).slice(first, first + count);
    if (count > KEPT_ELEMENTS) raw.release_result(slot);
    return { shape, data };
  }

  /** What most operations of the core do: leave one tensor, or fail. */
  takeIf(succeeded: boolean): Tensor {
    this.check(succeeded);
    return this.take(0);
  }

  /** Ends an operation. */
  check(succeeded: boolean): void {
    this.#endOperation();
    if (!succeeded) this.fail();
  }

  /** Ends an operation that answers with a value, or with null where it fails. */
  given<T>(value: T | null): T {
    this.#endOperation();
    return value ?? this.fail();
  }

  #endOperation(): void {
    if (!this.#inputsAreLarge) return;
    this.raw.release_inputs();
    this.#inputsAreLarge = false;
  }

  /** Throws the core's last error as its class. The only place where errors become JavaScript's. */
  fail(): never {
    const record = this.raw.last_error();
    const plain = String(record.message);
    const message = inJavaScript(plain);
    const argument = inJavaScript(String(record.argument));
    switch (record.kind) {
      case 'ConfigError':
        throw new ConfigError(message, argument);
      case 'ShapeError': {
        const axis = record.axis < 0 ? null : record.axis;
        const [expected, actual] = [String(record.expected), String(record.actual)];
        throw new ShapeError(message, argument, axis, inJavaScript(expected), actual);
      }
      case 'FormatError':
        throw new FormatError(plain, record.column < 0 ? {} : { column: record.column });
      case 'OutOfMemoryError':
        throw new OutOfMemoryError(message);
      default:
        throw new ManyheadsError(message);
    }
  }
}

/** The core's names in JavaScript's spelling: num_kv_heads becomes numKvHeads; quotes stay. */
export function inJavaScript(text: string): string {
  return text.replace(/'[^']*'|\b[a-z]+(?:_[a-z]+)+\b/g, (name) =>
    name.startsWith("'")
      ? name
      : name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
}
