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
import { readTensor, type Elements } from './reading.js';

export class Exchange {
  readonly #description: number;

  constructor(readonly raw: MainModule) {
    this.#description = raw.description_address() / Float64Array.BYTES_PER_ELEMENT;
  }

  /** Reads a tensor argument and copies it into an input slot. */
  put(slot: number, value: unknown, argument: string): void {
    this.putElements(slot, readTensor(value, argument));
  }

  putElements(slot: number, { shape, data }: Elements): void {
    const { raw } = this;
    (raw.HEAPF64 as Float64Array).set(shape, this.#description + 2);
    const address = raw.reserve_input(slot, shape.length);
    if (address === 0) this.fail();
    // Read HEAPF32 after the call: where memory grew, the view before it is detached.
    (raw.HEAPF32 as Float32Array).set(data, address / Float32Array.BYTES_PER_ELEMENT);
  }

  /** A fresh copy of a result. */
  take(slot: number): Tensor {
    const { raw } = this;
    raw.describe_result(slot);
    const description = (raw.HEAPF64 as Float64Array).subarray(this.#description);
    const first = description[0]! / Float32Array.BYTES_PER_ELEMENT;
    const shape = Array.from(description.subarray(2, 2 + description[1]!));
    const count = shape.reduce((product, size) => product * size, 1);
    return { shape, data: (raw.HEAPF32 as Float32Array).slice(first, first + count) };
  }

  /** What most operations of the core do: leave one tensor, or fail. */
  takeIf(succeeded: boolean): Tensor {
    this.check(succeeded);
    return this.take(0);
  }

  check(succeeded: boolean): void {
    if (!succeeded) this.fail();
  }

  /** The value, unless the core has failed. */
  given<T>(value: T | null): T {
    return value ?? this.fail();
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

/** The core's names in JavaScript's spelling: num_kv_heads becomes numKvHeads. */
function inJavaScript(text: string): string {
  return text.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) =>
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
}
