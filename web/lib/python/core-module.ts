import type { Engine, Tensor } from '../../../emscripten/package/contract.js';
import { arrayText, type Kind, type PrintOptions } from './array-text.js';

/** The interpreter's memory, a number at a time. */
export interface Memory {
  getValue(address: number, type: 'float'): number;
  setValue(address: number, value: number, type: 'float'): void;
}

/** A window on numbers in that memory: where, the first one's place, sizes and steps of its axes. */
type View = readonly [
  address: number,
  offset: number,
  shape: readonly number[],
  strides: readonly number[],
];
type Packed = { readonly tensor: View };

/**
 * What `_bridge.py` calls. Nothing here ever throws: an error that crosses Python's frames cannot be
 * caught there and eats its stack.
 */
export function coreModule(engine: Engine, memory: Memory) {
  let results: Tensor[] = [];

  const read = ([address, offset, shape, strides]: View): Tensor => {
    const values = places(offset, shape, strides).map((place) =>
      memory.getValue(address + 4 * place, 'float'),
    );
    return { shape, data: Float32Array.from(values) };
  };

  const own: Record<string, (...given: never[]) => unknown> = {
    text: ({ tensor }: Packed, kind: Kind, options: PrintOptions) =>
      arrayText(read(tensor), kind, options),
    pick(
      { tensor: [address, offset, shape, strides] }: Packed,
      offsets: readonly number[],
    ): Tensor {
      const parts = offsets.map((each) => read([address, offset + each, shape, strides]).data);
      const data = Float32Array.from(parts.flatMap((part) => [...part]));
      return { shape: [offsets.length, ...shape], data };
    },
    assign(to: Packed, offsets: readonly number[], from: Packed): null {
      const { data } = read(from.tensor);
      const [address, offset, shape, strides] = to.tensor;
      let next = 0;
      for (const each of offsets) {
        for (const place of places(offset + each, shape, strides)) {
          memory.setValue(address + 4 * place, data[next++]!, 'float');
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
        return (layer[method] as (...given: never[]) => unknown).call(layer, ...given);
      } finally {
        layer.dispose();
      }
    },
  };

  const find = (path: string): ((...given: never[]) => unknown) => {
    const [topic = '', name = ''] = path.split('.');
    if (Object.hasOwn(own, path)) return own[path]!;
    const functions: object = { tensor: engine.tensor, cost: engine.cost, measure: engine.measure };
    const found = Reflect.get(Reflect.get(functions, topic) ?? {}, name) as unknown;
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
    if ('tensor' in value) return read(value.tensor as View);
    if ('number' in value) return Number(String(value.number).replace('inf', 'Infinity'));
    return mapped(value, unpacked);
  };

  return {
    call(request: string): string {
      try {
        const [path, given] = JSON.parse(request) as [string, unknown[]];
        results = [];
        const isOwn = ['text', 'pick', 'assign'].includes(path); // they read memory themselves
        const answer = find(path)(...((isOwn ? given : given.map(unpacked)) as never[]));
        return JSON.stringify({ value: packed(answer) ?? null });
      } catch (error) {
        const { name, message } = error as Error;
        return JSON.stringify({ error: [name, message] });
      }
    },
    take(result: number, address: number) {
      results[result]?.data.forEach((value, i) => memory.setValue(address + 4 * i, value, 'float'));
    },
  };
}

/** The places of a window's numbers, in order. */
function places(
  offset: number,
  shape: readonly number[],
  strides: readonly number[],
): Float64Array {
  const found = new Float64Array(shape.reduce((size, each) => size * each, 1));
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
