import type { Engine, Tensor } from '../../../../emscripten/package/contract.js';
import { readObject } from '../../../lib/state-fields.js';
import { arrayText, type Kind, type PrintOptions } from './array-text.js';
import { engineNames, EngineCalls } from './engine-calls.js';
import { ObjectNumber } from './engine-objects.js';
import type { Core } from './interpreter.js';
import {
  cellAt,
  maxNumbers,
  numbers,
  places,
  readBytes,
  readNumbers,
  size,
  tooMany,
  windowFrom,
  write,
} from './memory-windows.js';

/** An array in a request: should be a window on memory, but Python may send anything. */
interface EncodedArray {
  readonly tensor: unknown;
}

const kinds = ['f', 'i', 'b'] as const;

/**
 * The functions that `_bridge.py` calls. Learners can import `_core` too and call them with any
 * arguments. They never throw, because Python cannot catch such errors and loses stack space.
 */
export function coreModule(engine: Engine, memory: WebAssembly.Memory): Core {
  const calls = new EngineCalls(engine);
  /** The arrays of the last call. Python fetches them by index with `take`. */
  let results: (Float32Array | Uint8Array)[] = [];

  const own: Record<string, (...positional: never[]) => unknown> = {
    text({ tensor }: EncodedArray, kind: Kind, options: PrintOptions) {
      if (!kinds.includes(kind)) throw new Error('No such kind.');
      return arrayText(readNumbers(memory, tensor), kind, options);
    },
    pick({ tensor }: EncodedArray, offsets: readonly number[]): Tensor {
      const { address, offset, shape, strides } = windowFrom(tensor);
      const starts = numbers(offsets);
      if (starts.length * size(shape) > maxNumbers) throw tooMany();
      const parts = starts.map(
        (each) => readNumbers(memory, [address, offset + each, shape, strides]).data,
      );
      const data = Float32Array.from(parts.flatMap((part) => [...part]));
      return { shape: [starts.length, ...shape], data };
    },
    assign(to: EncodedArray, offsets: readonly number[], from: EncodedArray): null {
      const { data } = readNumbers(memory, from.tensor);
      const { address, offset, shape, strides } = windowFrom(to.tensor);
      const cells = new Float32Array(memory.buffer);
      let next = 0;
      for (const each of numbers(offsets)) {
        for (const place of places(offset + each, shape, strides)) {
          if (next === data.length) return null;
          cells[cellAt(cells, address, place)] = data[next++]!;
        }
      }
      return null;
    },
    names: engineNames,
  };

  /** Encodes a value as an object with one key, its type. */
  const encode = (value: unknown): unknown => {
    if (isTensor(value)) return { tensor: [results.push(value.data) - 1, value.shape] };
    if (value instanceof Uint8Array) return { bytes: [results.push(value) - 1, value.length] };
    if (value instanceof ObjectNumber) return { object: [value.kind, value.number] };
    if (typeof value === 'number' && !Number.isFinite(value)) return { number: String(value) };
    if (Array.isArray(value)) return value.map(encode);
    if (typeof value !== 'object' || value === null) return value;
    return { record: Object.entries(value).map(([key, each]) => [key, encode(each)]) };
  };

  /** Decodes a value. A learner's own key may equal one of these types, with another content. */
  const decode = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(decode);
    if (typeof value !== 'object' || value === null) return value;
    const { tensor, bytes, object, number } = readObject(value);
    if (tensor !== undefined && typeof tensor !== 'number') return readNumbers(memory, tensor);
    if (Array.isArray(bytes)) return readBytes(memory, bytes);
    if (Array.isArray(object)) return calls.object(object[0]);
    if (typeof number === 'string') return Number(number.replace('inf', 'Infinity'));
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, decode(each)]));
  };

  const answer = (request: string): unknown => {
    const parsed: unknown = JSON.parse(request);
    const [path, positional, keywords = {}, object] = Array.isArray(parsed)
      ? (parsed as unknown[])
      : [];
    if (typeof path !== 'string' || !Array.isArray(positional)) throw new Error('No such request.');
    if (object === undefined && Object.hasOwn(own, path))
      return own[path]!(...(positional as never[]));
    return calls.call(path, positional, readObject(keywords), object, decode);
  };

  return {
    call(request: string): string {
      try {
        results = [];
        return JSON.stringify({ value: encode(answer(request)) ?? null });
      } catch (error) {
        return JSON.stringify({ error: encodeError(error as Error) });
      }
    },
    take(result, address) {
      const values = results[result];
      if (values) write(memory, address, values);
    },
    hold: calls.hold,
    close: calls.close,
  };
}

/** Encodes an error: its name, message and fields. */
function encodeError(error: Error): [string, string, Record<string, unknown>] {
  const { name, message, ...fields } = error as Error & Record<string, unknown>;
  return [name, message, fields];
}

const isTensor = (value: unknown): value is Tensor =>
  typeof value === 'object' && value !== null && 'data' in value && 'shape' in value;
