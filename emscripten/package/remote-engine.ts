/** The page's side of an engine in a worker. */
import { releaseProxy, wrap, type Endpoint, type Remote as Proxied } from 'comlink';
import {
  ConfigError,
  DisposedError,
  ManyheadsError,
  ShapeError,
  type Tensor,
  type TrainingReport,
} from './index.js';
import { fromRecord } from './remote-errors.js';
import type {
  Description,
  EngineService,
  HandleArgument,
  Loaded,
  Remote,
  RemoteEngine,
  RemoteTrainer,
  Reply,
  StepsOptions,
  TrainOptions,
} from './remote.js';

/** A worker that was just started, in a browser or in Node. */
export interface EngineThread {
  readonly endpoint: Endpoint;
  /** Called with the reason if it ends by itself. */
  onEnd(ended: (reason: string) => void): void;
  terminate(): void;
  /** Whether the worker keeps a program running. */
  keepAlive?(isNeeded: boolean): void;
}

type Members = Record<string, unknown>;
type Method = (...args: unknown[]) => unknown;

/** Functions that do not wait for the worker. */
const own = ['dispose', 'terminate'];

export class RemoteConnection {
  readonly #thread: EngineThread;
  readonly #service: Proxied<EngineService>;
  readonly #pending = new Set<(reason: unknown) => void>();
  readonly #numbers = new WeakMap<object, number>();
  // Some hosts have none: see handles.ts.
  readonly #forgotten =
    globalThis.FinalizationRegistry &&
    new FinalizationRegistry<number>((number) => this.#release(number));
  readonly #forgetSignal: () => void;
  #end: { readonly reason: unknown } | null = null;

  /** @param signal  ends the worker */
  constructor(thread: EngineThread, signal?: AbortSignal) {
    const abort = () => this.end(signal!.reason);
    signal?.addEventListener('abort', abort);
    this.#forgetSignal = () => signal?.removeEventListener('abort', abort);
    this.#thread = thread;
    this.#service = wrap<EngineService>(thread.endpoint);
    thread.keepAlive?.(false);
    thread.onEnd((reason) => this.end(new ManyheadsError(`the worker ended: ${reason}`)));
  }

  async load(wasm: WebAssembly.Module): Promise<RemoteEngine> {
    const engine = await this.#unlessEnded(() => this.#service.load(wasm) as Promise<Loaded>);
    if ('error' in engine) throw fromRecord(engine.error);
    const topics = Object.entries(engine.topics).map(([name, topic]) => [
      name,
      this.#object(0, topic, name),
    ]);
    return Object.assign(this.#object(0, engine), Object.fromEntries(topics), {
      module: wasm,
      terminate: () => this.end(new DisposedError('the worker was used after its terminate()')),
    }) as RemoteEngine;
  }

  end(reason: unknown) {
    if (this.#end) return;
    this.#end = { reason };
    this.#forgetSignal(); // it may live longer, and would keep the worker's objects
    this.#thread.terminate();
    this.#service[releaseProxy](); // Comlink would keep the worker, and pending calls with it
    for (const reject of this.#pending) reject(reason);
  }

  #unlessEnded<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    if (this.#end) return Promise.reject(this.#end.reason);
    return new Promise<Answer>((resolve, reject) => {
      this.#pending.add(reject);
      this.#thread.keepAlive?.(true);
      call()
        .then(resolve, reject)
        .finally(() => {
          this.#pending.delete(reject);
          if (this.#pending.size === 0) this.#thread.keepAlive?.(false);
        });
    });
  }

  #release(number: number) {
    if (!this.#end) void this.#service.release(number);
  }

  /** Functions that call the worker, and getters of the newest values. */
  #object(number: number, { methods, values }: Description, topic: string | null = null): Members {
    let newest = frozen(values);
    const object: Members = {};
    for (const name of methods) {
      object[name] = async (...args: unknown[]) => {
        const reply = await this.#call(number, topic, name, args);
        newest = frozen({ ...newest, ...reply.values });
        if (reply.made) return this.#handle(reply.made.number, reply.made.description);
        return name === 'forward' ? intoOut(reply.value as Tensor, args[1]) : reply.value;
      };
    }
    for (const name of Object.keys(values)) {
      Object.defineProperty(object, name, { enumerable: true, get: () => newest[name] });
    }
    const withSignal = (signal: unknown) => this.#abortable(object, signal);
    // A proxy may answer otherwise for a property only if it is configurable.
    return Object.defineProperty(object, 'withSignal', { value: withSignal, configurable: true });
  }

  /** The object under a signal. As an argument, it is the object itself. */
  #abortable(object: Members, value: unknown): Members {
    const signal = readSignal(value);
    const made = new Proxy(object, {
      get: (target, name: string) => {
        if (name === 'withSignal') return (next: unknown) => this.#abortable(made, next);
        const member = target[name];
        if (isTopic(member)) return member.withSignal(signal);
        if (typeof member !== 'function' || own.includes(name)) return member;
        if (name === 'steps' || name === 'train') return trainingLoops(made)[name];
        return async (...args: unknown[]) => {
          const { out } = (args[1] ?? {}) as { out?: unknown };
          // An aborted call must not write into the caller's array later, so it has its own.
          const isWritten = out instanceof Float32Array;
          const sent = isWritten
            ? [args[0], { ...args[1]!, out: new Float32Array(out.length) }]
            : args;
          const result = await unlessAborted(async () => (member as Method)(...sent), signal);
          return isWritten ? intoOut(result as Tensor, args[1]) : result;
        };
      },
    });
    const number = this.#numbers.get(object);
    if (number !== undefined) this.#numbers.set(made, number);
    return made;
  }

  async #call(number: number, topic: string | null, name: string, args: unknown[]) {
    const handles: HandleArgument[] = [];
    const sent = args.map((value, index) => {
      if (typeof value !== 'object' || value === null) return value;
      const handle = this.#numbers.get(value);
      if (handle !== undefined) {
        handles.push([index, handle]);
        return null;
      }
      if (!('dispose' in value)) return value;
      const message = `${name}: an argument is an object of another engine, wanted one of this worker`;
      throw new ConfigError(message, name);
    });
    const call = () => this.#service.call(number, topic, name, sent, handles) as Promise<Reply>;
    const reply = await this.#unlessEnded(call).catch((error: unknown) => {
      if ((error as Error | null)?.name !== 'DataCloneError') throw error;
      const message = `${name}: an argument cannot be sent to the worker: ${(error as Error).message}`;
      throw new ConfigError(message, name);
    });
    if ('error' in reply) throw fromRecord(reply.error);
    return reply;
  }

  #handle(number: number, description: Description): Members {
    let isDisposed = false;
    const object = this.#object(number, description);
    const dispose = async () => {
      if (isDisposed) return;
      isDisposed = true;
      this.#forgotten?.unregister(object);
      if (this.#end) return;
      await this.#unlessEnded(() => this.#service.release(number)).catch((error: unknown) => {
        if (!this.#end) throw error; // the worker's end has freed it
      });
    };
    object['dispose'] = dispose;
    Object.defineProperty(object, 'disposed', { get: () => isDisposed });
    this.#numbers.set(object, number);
    this.#forgotten?.register(object, number, object);
    return 'evaluate' in object ? Object.assign(object, trainingLoops(object)) : object;
  }
}

/** Plain values, frozen to the last one as those of this thread are: cloning loses that. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const each of Object.values(value)) frozen(each);
  return Object.freeze(value);
}

/** A topic of the engine has functions of its own. */
const isTopic = (member: unknown): member is Remote<unknown> =>
  typeof member === 'object' && member !== null && 'withSignal' in member;

/** Writes the output into the caller's array: the worker has a copy of it. */
function intoOut(output: Tensor, options: unknown): Tensor {
  const { out } = (options ?? {}) as { out?: Float32Array };
  if (!out) return output;
  const [wanted, found] = [output.data.length, out.length];
  if (found !== wanted) {
    const message = `out: wanted ${wanted} elements, this array has ${found}; was it transferred?`;
    throw new ShapeError(message, 'out', null, `${wanted} elements`, `${found} elements`);
  }
  out.set(output.data);
  return { shape: output.shape, data: out };
}

const stepsOptions = ['count', 'every', 'signal'];

export function refuseUnknown(options: unknown, known: readonly string[]) {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new ConfigError('options is not an object', 'options');
  }
  const unknown = Object.keys(options).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const message = `options has an unknown key '${unknown}'; known are ${known.join(', ')}`;
  throw new ConfigError(message, unknown);
}

/** @throws ConfigError if it is not an AbortSignal */
export function readSignal(value: unknown): AbortSignal {
  const signal = (value ?? {}) as Partial<Record<keyof AbortSignal, unknown>>;
  const isSignal = [
    signal.throwIfAborted,
    signal.addEventListener,
    signal.removeEventListener,
  ].every((method) => typeof method === 'function');
  if (isSignal) return value as AbortSignal;
  throw new ConfigError('signal is not an AbortSignal', 'signal');
}

/** What a trainer in a worker has besides its own functions. */
function trainingLoops(object: Members) {
  const trainer = object as unknown as RemoteTrainer;
  async function* steps(options: StepsOptions = {}) {
    refuseUnknown(options, stepsOptions);
    const { count = Infinity, every = 1 } = options;
    const signal = options.signal === undefined ? undefined : readSignal(options.signal);
    // As `count` of settings.ts, whose copy would make this door larger by an eighth.
    for (const [name, value] of Object.entries({ count, every })) {
      if (value !== Infinity && !(Number.isInteger(value) && value >= 1)) {
        const found = typeof value === 'number' ? value : `a ${typeof value}`;
        throw new ConfigError(`${name} is ${found}, wanted a whole number of at least 1`, name);
      }
    }
    if (count === Infinity && every === Infinity) {
      throw new ConfigError('every is Infinity, wanted a whole number, or one for count', 'every');
    }
    for (let left = count; left > 0; left -= every) {
      const report = await unlessAborted(() => trainer.step(Math.min(every, left)), signal);
      yield report;
      if (report.solved || report.diverged) return;
    }
  }
  async function train(all: TrainOptions = {}) {
    refuseUnknown(all, [...stepsOptions, 'onProgress']);
    const { onProgress, ...options } = all;
    if (onProgress !== undefined && typeof onProgress !== 'function') {
      throw new ConfigError('onProgress is not a function', 'onProgress');
    }
    let last: TrainingReport | null = null;
    for await (const report of steps(options)) {
      last = report;
      onProgress?.(report);
    }
    return last;
  }
  return { steps, train };
}

export async function unlessAborted<Answer>(
  call: () => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  signal?.throwIfAborted();
  if (!signal) return call();
  return new Promise<Answer>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    call()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}
