/** The worker of `manyheads/worker`: an engine and the objects that it has made, by number. */
import { expose, transfer, type Endpoint } from 'comlink';
import nodeEndpoint, { type NodeEndpoint } from 'comlink/dist/esm/node-adapter.mjs';
import { DisposedError, load, type Engine } from './index.js';
import { toRecord } from './remote-errors.js';
import type { AnyHandle, Description, EngineService, Reply } from './remote.js';

type Member = (...args: unknown[]) => unknown;
type Members = Record<string, unknown>;

const objects = new Map<number, Members>();
let last = 0;

const isHandle = (value: unknown): value is AnyHandle =>
  typeof value === 'object' && value !== null && 'dispose' in value;

function describe(object: object): Description {
  const names = isHandle(object)
    ? [...Object.keys(object), ...Object.getOwnPropertyNames(Object.getPrototypeOf(object))]
    : Object.keys(object);
  const members = [...new Set(names)].filter((name) => name !== 'constructor');
  const isMethod = (name: string) => typeof (object as Members)[name] === 'function';
  return {
    methods: members.filter(isMethod),
    values: Object.fromEntries(
      members.filter((name) => !isMethod(name)).map((name) => [name, (object as Members)[name]]),
    ),
  };
}

function find(number: number): Members {
  const found = objects.get(number);
  if (!found) throw new DisposedError('an object of the worker was used after its dispose()');
  return found;
}

/**
 * The buffers of a result. Results are copies that nobody else uses, so they can be transferred; a
 * caller's `out` in shared memory cannot, and need not be.
 */
function collectBuffers(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === 'object') {
    for (const part of Object.values(value ?? {})) collectBuffers(part, found);
  }
  return found;
}

const service: EngineService = {
  async load(wasm) {
    try {
      const engine = await load({ wasm });
      objects.set(0, engine as unknown as Members);
      const { methods, values } = describe(engine);
      const { version, module: _, ...topics } = values as Pick<Engine, 'version' | 'module'>;
      const described = Object.entries(topics).map(
        ([name, topic]) => [name, describe(topic as object)] as const,
      );
      return { methods, values: { version }, topics: Object.fromEntries(described) };
    } catch (error) {
      return { error: toRecord(error) };
    }
  },

  async call(number, topic, name, args, handles) {
    try {
      const target = find(number);
      for (const [index, handle] of handles) args[index] = find(handle);
      const owner = topic === null ? target : (target[topic] as Members);
      const value = await (owner[name] as Member)(...args);
      return toReply(value, isHandle(target) ? describe(target).values : {});
    } catch (error) {
      return { error: toRecord(error) };
    }
  },

  release(number) {
    (objects.get(number) as AnyHandle | undefined)?.dispose();
    objects.delete(number);
  },
};

function toReply(value: unknown, values: Description['values']): Reply {
  if (!isHandle(value)) return transfer({ value, values }, [...collectBuffers(value)]);
  objects.set(++last, value);
  return { made: { number: last, description: describe(value) }, values };
}

const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads');
const port = threads?.parentPort as unknown as NodeEndpoint | null | undefined;
expose(service, port ? nodeEndpoint(port) : (self as unknown as Endpoint));
