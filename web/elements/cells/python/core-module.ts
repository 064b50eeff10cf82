import type { Engine, Tensor } from '../../../../emscripten/package/contract.js';
import { arrayText, type Kind, type PrintOptions } from './array-text.js';
import type { Core } from './interpreter.js';

/**
 * A window on numbers in the interpreter's memory: [address, the first one's place, sizes, steps of
 * the axes]. It comes from Python, so it may be anything.
 */
type Packed = { readonly tensor: unknown };

/** Of the engine's topics, those that Python may use. */
const topics = ['tensor', 'cost', 'measure'] as const;
const kinds = ['f', 'i', 'b'] as const;
/** Of a layer. */
const methods = ['weights', 'forward', 'trace'] as const;
/** More numbers than Python's memory holds, twice: an array may repeat its own. */
const mostNumbers = 2 ** 24;

/**
 * What `_bridge.py` calls, and whoever imports `_core` and calls it with anything. Nothing here ever
 * throws: an error that crosses Python's frames cannot be caught there and eats its stack.
 */
export function coreModule(engine: Engine, memory: WebAssembly.Memory): Core {
  let results: Tensor[] = [];

  const floats = () => new Float32Array(memory.buffer); // it moves when the memory grows
  const read = (view: unknown): Tensor => {
    const { address, offset, shape, strides } = viewFrom(view);
    const cells = floats();
    const values = Float32Array.from(places(offset, shape, strides), (place) =>
      Number(cells[cellAt(cells, address, place)]),
    );
    return { shape, data: values };
  };

  const own: Record<string, (...given: never[]) => unknown> = {
    text({ tensor }: Packed, kind: Kind, options: PrintOptions) {
      if (!kinds.includes(kind)) throw new Error('No such kind.');
      return arrayText(read(tensor), kind, options);
    },
    pick({ tensor }: Packed, offsets: readonly number[]): Tensor {
      const { address, offset, shape, strides } = viewFrom(tensor);
      const starts = numbers(offsets);
      if (starts.length * size(shape) > mostNumbers) throw tooMany();
      const parts = starts.map((each) => read([address, offset + each, shape, strides]).data);
      const data = Float32Array.from(parts.flatMap((part) => [...part]));
      return { shape: [starts.length, ...shape], data };
    },
    assign(to: Packed, offsets: readonly number[], from: Packed): null {
      const { data } = read(from.tensor);
      const { address, offset, shape, strides } = viewFrom(to.tensor);
      const cells = floats();
      let next = 0;
      for (const each of numbers(offsets)) {
        for (const place of places(offset + each, shape, strides)) {
          if (next === data.length) return null;
          cells[cellAt(cells, address, place)] = data[next++]!;
        }
      }
      return null;
    },
    /** A layer is made for the call and freed after it: Python has nobody who would. */
    attention(
      method: 'config' | 'weights' | 'forward' | 'trace',
      config: Parameters<Engine['attention']>[0],
      weights: Parameters<Engine['attention']>[1],
      ...given: never[]
    ): unknown {
      const layer = engine.attention(config, weights);
      try {
        if (method === 'config') return layer.config;
        if (!methods.includes(method)) throw new Error(`A layer has no ${String(method)}.`);
        return (layer[method] as (...given: never[]) => unknown).call(layer, ...given);
      } finally {
        layer.dispose();
      }
    },
  };

  const find = (path: string): ((...given: never[]) => unknown) => {
    if (Object.hasOwn(own, path)) return own[path]!;
    const [topic, name = ''] = path.split('.');
    const functions = topics.find((each) => each === topic);
    const found: unknown =
      functions && Object.hasOwn(engine[functions], name)
        ? Reflect.get(engine[functions], name)
        : undefined;
    if (typeof found !== 'function') throw new Error(`The engine has no ${path}.`);
    return found as (...given: never[]) => unknown;
  };

  /** Tensors are handed over by their number, through `take`. */
  const packed = (value: unknown): unknown => {
    if (isTensor(value)) return { tensor: results.push(value) - 1, shape: value.shape };
    if (typeof value === 'number' && !Number.isFinite(value)) return { number: String(value) };
    if (Array.isArray(value)) return value.map(packed);
    if (typeof value !== 'object' || value === null) return value;
    return mapped(value, packed);
  };

  const unpacked = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(unpacked);
    if (typeof value !== 'object' || value === null) return value;
    if (Object.hasOwn(value, 'tensor')) return read((value as Packed).tensor);
    if (Object.hasOwn(value, 'number')) {
      return Number(String((value as { number: unknown }).number).replace('inf', 'Infinity'));
    }
    return mapped(value, unpacked);
  };

  return {
    call(request: string): string {
      try {
        const parsed: unknown = JSON.parse(request);
        const [path, given] = Array.isArray(parsed) ? (parsed as unknown[]) : [];
        if (typeof path !== 'string' || !Array.isArray(given)) throw new Error('No such request.');
        results = [];
        const isOwn = ['text', 'pick', 'assign'].includes(path); // they read memory themselves
        const answer = find(path)(...((isOwn ? given : given.map(unpacked)) as never[]));
        return JSON.stringify({ value: packed(answer) ?? null });
      } catch (error) {
        const { name, message } = error as Error; // the core's own, or one of those above
        return JSON.stringify({ error: [name, message] });
      }
    },
    take(result, address) {
      const cells = floats();
      const data = results[result]?.data;
      const first = address / 4;
      const fits =
        Number.isInteger(first) && 0 <= first && data && first + data.length <= cells.length;
      if (fits) cells.set(data, first);
    },
  };
}

/** Whatever stands in a request, as a window on numbers, if it is one. */
function viewFrom(given: unknown) {
  const [address, offset, shape, strides] = Array.isArray(given) ? (given as unknown[]) : [];
  const view = {
    address: whole(address),
    offset: whole(offset),
    shape: numbers(shape),
    strides: numbers(strides),
  };
  const isShape =
    view.shape.every((each) => each >= 0) && view.strides.length === view.shape.length;
  if (!isShape || view.shape.length > 32) throw new Error('No such array.');
  if (size(view.shape) > mostNumbers) throw tooMany();
  return view;
}

function whole(given: unknown): number {
  if (!Number.isSafeInteger(given)) throw new Error('No such array.');
  return given as number;
}

const numbers = (given: unknown): number[] => (Array.isArray(given) ? given : []).map(whole);
const size = (shape: readonly number[]) => shape.reduce((product, each) => product * each, 1);
const tooMany = () => new Error(`More than ${mostNumbers} numbers are too many here.`);

/** Where a number is; all of Python's memory is Python's, and nothing else is. */
function cellAt(cells: Float32Array, address: number, place: number): number {
  const cell = address / 4 + place;
  if (!(Number.isInteger(cell) && 0 <= cell && cell < cells.length)) {
    throw new Error('This is outside of the memory.');
  }
  return cell;
}

/** The places of a window's numbers, in order. */
function places(
  offset: number,
  shape: readonly number[],
  strides: readonly number[],
): Float64Array {
  const found = new Float64Array(size(shape));
  let next = 0;
  const visit = (axis: number, place: number) => {
    if (axis === shape.length) found[next++] = place;
    else for (let i = 0; i < shape[axis]!; ++i) visit(axis + 1, place + i * strides[axis]!);
  };
  visit(0, offset);
  return found;
}

const isTensor = (value: unknown): value is Tensor =>
  typeof value === 'object' && value !== null && 'data' in value && 'shape' in value;

const mapped = (value: object, change: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(value).map(([key, each]) => [key, change(each)]));
