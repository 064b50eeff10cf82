/** Handles: objects of the core that live until they are disposed of. */
import { DisposedError } from './errors.js';
import type { Handle } from './contract.js';
import { refuse } from './settings.js';

/** An object of the core, identified by a number. */
export interface RawHandle {
  readonly number: number;
  release(): void;
  bytes(): number;
  /** Another object whose memory this one needs, even after that one is released. */
  readonly keeps?: RawHandle;
}

/** Reads the number of an object that is in use. */
export type HandleNumber = () => number;

/** The live handles of one engine. Holds the core's objects, never the facade's. */
export class HandleRegistry {
  readonly #live = new Set<RawHandle>();
  // Cloudflare's workers with a compatibility date before May 2025 have none.
  readonly #forgotten =
    globalThis.FinalizationRegistry &&
    new FinalizationRegistry<RawHandle>((raw) => this.release(raw));

  add(owner: object, raw: RawHandle): void {
    this.#live.add(raw);
    this.#forgotten?.register(owner, raw);
  }

  /** Does nothing when it is called again, as for an owner that is forgotten after its dispose(). */
  release(raw: RawHandle): void {
    if (this.#live.delete(raw)) raw.release();
  }

  get count(): number {
    return this.#live.size;
  }

  get bytes(): number {
    const held = new Set(this.#live);
    for (const { keeps } of this.#live) if (keeps) held.add(keeps);
    let bytes = 0;
    for (const raw of held) bytes += raw.bytes();
    return bytes;
  }
}

/** Owns one object of the core. */
export abstract class CoreHandle implements Handle {
  declare [Symbol.dispose]: () => void;
  readonly #registry: HandleRegistry;
  readonly #kind: string;
  readonly #raw: RawHandle;
  readonly #readNumber = () => this.raw.number;
  #disposed = false;

  constructor(registry: HandleRegistry, kind: string, raw: RawHandle) {
    this.#registry = registry;
    this.#kind = kind;
    this.#raw = raw;
    registry.add(this, raw);
  }

  /**
   * The number of the core's object, for a message. Throws after dispose(), also while the message is
   * written: an argument's getter may dispose of the object, and another one then gets its number.
   */
  protected get number(): HandleNumber {
    this.#readNumber();
    return this.#readNumber;
  }

  protected get raw(): RawHandle {
    if (!this.#disposed) return this.#raw;
    throw new DisposedError(`${this.#kind} was used after its dispose()`);
  }

  /** The number of a layer that was created by the engine's method `kind`. Throws for others. */
  static numberOf(layer: unknown, kind: string, registry: HandleRegistry): HandleNumber {
    const ours = typeof layer === 'object' && layer !== null && #registry in layer;
    if (ours && layer.#registry === registry && layer.#kind === kind) return layer.number;
    return refuse(layer, 'layer', `a layer that ${kind}() of this engine made`);
  }

  get disposed(): boolean {
    return this.#disposed;
  }

  dispose(): void {
    this.#disposed = true;
    this.#registry.release(this.#raw);
  }
}

// Older platforms have neither Symbol.dispose nor `using`.
if (typeof Symbol.dispose === 'symbol') {
  CoreHandle.prototype[Symbol.dispose] = function (this: Handle) {
    this.dispose();
  };
}
