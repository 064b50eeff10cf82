/**
 * Passes values to the core and back. Only numbers cross: tensors are copied into and out of slots,
 * lists and texts are sent as a message and returned as an answer. Errors are answers too.
 */
import type { MainModule } from '../../build/wasm/manyheads.mjs';
import { Answer, KEPT_ELEMENTS } from './answer.js';
import type { Tensor } from './contract.js';
import {
  ConfigError,
  FormatError,
  ManyheadsError,
  OutOfMemoryError,
  ShapeError,
} from './errors.js';
import { CONFIG_ERROR, FORMAT_ERROR, OUT_OF_MEMORY_ERROR, SHAPE_ERROR } from './fields.js';
import type { HandleNumber } from './handles.js';
import { countElements, requireLength, type Elements } from './reading.js';

/** The number of slots that are kept between calls. Others are freed. */
const KEPT_SLOTS = 16;
const KEPT_MESSAGE = 2 ** 20;
const SMALLEST_MESSAGE = 2 ** 10;

/** A function of the core that reads a message and answers. Members of type `any` are left out. */
export type Operation = {
  [Name in keyof MainModule]: unknown extends MainModule[Name]
    ? never
    : MainModule[Name] extends () => number
      ? Name
      : never;
}[keyof MainModule];

/**
 * A value of a message. Texts and lists are sent as length and items, booleans as 1 or 0. The number of
 * a handle is read last, after all arguments.
 */
export type MessageValue = number | boolean | string | HandleNumber | readonly MessageValue[];

/** The tensors and the message of a call. */
export interface Parts {
  /** Copied into the input slots in this order; undefined skips a slot. */
  readonly tensors?: readonly (Elements | undefined)[];
  readonly message?: readonly MessageValue[];
  /** The core takes the tensors over instead of reading them, also if the call fails. */
  readonly taken?: boolean;
  /** The file that the call reads from: the core copies only the parts that it uses. */
  readonly file?: Uint8Array;
}

/** The address and shape of an input slot. */
interface Place {
  readonly address: number;
  readonly shape: readonly number[];
}

export class Exchange {
  #places: Place[] = [];
  #message = { address: 0, bytes: 0 };
  #inputsAreLarge = false;

  constructor(readonly raw: MainModule) {}

  /**
   * Calls the core, the only way to do so. Throws if the answer is an error.
   * @param read  reads the whole answer; its result is returned
   */
  call<Result>(name: Operation, parts: Parts, read: (answer: Answer) => Result): Result {
    const { tensors = [], message = [], file } = parts;
    this.#inputsAreLarge ||= tensors.length > KEPT_SLOTS;
    for (let slot = 0; slot < tensors.length; ++slot) {
      const tensor = tensors[slot];
      if (tensor) this.#writeInput(slot, tensor);
    }
    if (parts.taken) this.#places = [];
    this.#writeMessage(message);
    const core = this.raw as MainModule & { checkpointBytes?: Uint8Array };
    if (file) core.checkpointBytes = file;
    try {
      return this.#read(core[name](), true, read);
    } finally {
      if (file) delete core.checkpointBytes;
    }
  }

  /** The answer of most operations: one tensor. */
  tensor(name: Operation, parts: Parts): Tensor {
    return this.call(name, parts, (answer) => answer.tensor());
  }

  /** For operations that answer with one number. */
  number(name: Operation, parts: Parts): number {
    return this.call(name, parts, readNumber);
  }

  #writeInput(slot: number, elements: Elements): void {
    const { shape, data } = elements;
    const count = countElements(shape);
    requireLength(elements, count);
    this.#inputsAreLarge ||= count > KEPT_ELEMENTS;
    let place = this.#places[slot];
    if (!place || !equal(place.shape, shape)) {
      this.#writeMessage([slot, shape]);
      place = { address: this.#read(this.raw.reserve_input(), false, readNumber), shape };
      this.#places[slot] = place;
    }
    const first = place.address / Float32Array.BYTES_PER_ELEMENT;
    // Memory may have grown, which detaches views, so read HEAPF32 now. The bound also holds for an
    // array with a faked length.
    (this.raw.HEAPF32 as Float32Array).subarray(first, first + count).set(data);
  }

  /** Writes the message for the next call. */
  #writeMessage(values: readonly MessageValue[]): void {
    const numbers = [0];
    const texts: Uint8Array[] = [];
    for (const value of values) flatten(value, numbers, texts);
    numbers[0] = numbers.length - 1;

    const bytes = numbers.length * Float64Array.BYTES_PER_ELEMENT;
    const address = this.#reserveMessage(texts.reduce((sum, text) => sum + text.length, bytes));
    const heap = this.raw.HEAPF64 as Float64Array;
    const first = address / Float64Array.BYTES_PER_ELEMENT;
    // For an array of a few numbers, set() takes several times as long.
    for (let i = 0; i < numbers.length; ++i) heap[first + i] = numbers[i]!;
    let at = address + bytes;
    for (const text of texts) {
      new Uint8Array(heap.buffer).set(text, at);
      at += text.length;
    }
  }

  #reserveMessage(bytes: number): number {
    if (bytes > this.#message.bytes) {
      const room = Math.max(bytes, SMALLEST_MESSAGE);
      this.#message = { address: 0, bytes: 0 };
      const address = this.#read(this.raw.reserve_message(room), false, readNumber);
      this.#message = { address, bytes: room };
      this.#inputsAreLarge ||= room > KEPT_MESSAGE;
    }
    return this.#message.address;
  }

  /** Throws if the answer is an error. */
  #read<Result>(address: number, endsCall: boolean, read: (answer: Answer) => Result): Result {
    const answer = new Answer(this.raw, address);
    if (this.#inputsAreLarge && (endsCall || answer.kind > 0)) {
      this.raw.release_inputs();
      this.#places = [];
      this.#message = { address: 0, bytes: 0 };
      this.#inputsAreLarge = false;
    }
    if (answer.kind > 0) throw answer.readAll(readError);
    return answer.readAll(read);
  }
}

const readNumber = (answer: Answer): number => answer.number();

function flatten(value: MessageValue, numbers: number[], texts: Uint8Array[]): void {
  if (typeof value === 'string') {
    const text = new TextEncoder().encode(value);
    texts.push(text);
    numbers.push(text.length);
  } else if (typeof value === 'object') {
    numbers.push(value.length);
    for (const item of value) flatten(item, numbers, texts);
  } else if (typeof value === 'function') {
    numbers.push(value());
  } else {
    numbers.push(Number(value));
  }
}

/** The core's error as a JavaScript error. */
function readError(answer: Answer): ManyheadsError {
  const message = toJavaScriptNames(answer.text());
  switch (answer.kind) {
    case CONFIG_ERROR:
      return new ConfigError(message, toCamelCase(answer.text()));
    case SHAPE_ERROR: {
      const argument = toJavaScriptNames(answer.text());
      const axis = answer.number();
      const expected = toJavaScriptNames(answer.text());
      return new ShapeError(message, argument, axis < 0 ? null : axis, expected, answer.text());
    }
    case FORMAT_ERROR: {
      const [column, offset] = [answer.number(), answer.number()];
      return new FormatError(message, column < 0 ? (offset < 0 ? {} : { offset }) : { column });
    }
    case OUT_OF_MEMORY_ERROR:
      return new OutOfMemoryError(message);
    default:
      return new ManyheadsError(message);
  }
}

function equal(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let axis = 0; axis < a.length; ++axis) {
    if (a[axis] !== b[axis]) return false;
  }
  return true;
}

/** A message of the core, in which names are between backticks, with JavaScript's spelling. */
function toJavaScriptNames(message: string): string {
  return message
    .split('`')
    .map((part, i) => (i % 2 === 1 ? toCamelCase(part) : part))
    .join('');
}

/** num_kv_heads becomes numKvHeads. */
function toCamelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
