/** A cache of keys and values. Checks settings and tokens; the core stores them. */
import type { Answer } from './answer.js';
import type { CacheOptions, KvCache, Tensor, TensorLike } from './contract.js';
import type { Exchange, Operation } from './exchange.js';
import { fieldSettings, toNumbers } from './field-kinds.js';
import { CACHE_OPTIONS } from './fields.js';
import { CoreHandle, type HandleNumber, type HandleRegistry, type RawHandle } from './handles.js';
import { countElements, readTensor } from './reading.js';
import { required } from './settings.js';

export class LayerCache extends CoreHandle implements KvCache {
  readonly capacity: number;
  readonly #exchange: Exchange;
  readonly #batch: number;
  readonly #width: number;
  #length = 0;

  /** @param answer  from a call that created a cache: its number and the width of its outputs */
  private constructor(
    exchange: Exchange,
    registry: HandleRegistry,
    layer: RawHandle,
    answer: Answer,
    { capacity, batch = 1 }: { capacity: number; batch?: number },
  ) {
    const { raw } = exchange;
    const number = answer.number();
    super(registry, 'cache', {
      number,
      bytes: () => raw.cache_bytes(number),
      release: () => raw.release_cache(number),
      keeps: layer,
    });
    this.capacity = capacity;
    this.#exchange = exchange;
    this.#batch = batch;
    this.#width = answer.number();
  }

  /** @param make  the core's function that creates a cache for the layer */
  static create(
    exchange: Exchange,
    registry: HandleRegistry,
    layer: { readonly raw: RawHandle; readonly number: HandleNumber },
    make: Operation,
    options: CacheOptions,
  ): LayerCache {
    const checked = fieldSettings('options', options, CACHE_OPTIONS);
    const capacity = required(checked.capacity, 'capacity', 'options');
    const message = [layer.number, ...toNumbers(CACHE_OPTIONS, checked)];
    return exchange.call(
      make,
      { message },
      (answer) => new LayerCache(exchange, registry, layer.raw, answer, { ...checked, capacity }),
    );
  }

  get length(): number {
    return this.#length;
  }

  get bytes(): number {
    return this.#exchange.raw.cache_bytes(this.raw.number);
  }

  get pages(): readonly number[] {
    const message = [this.number];
    return this.#exchange.call('cache_pages', { message }, (answer) => answer.numbers());
  }

  step(x: TensorLike): Tensor {
    const { number } = this;
    const checked = readTensor(x, 'x');
    const tokens = countElements(checked.shape.slice(0, -1));
    // May throw, so before the cache changes. The core refuses what does not fit.
    const fitting = Math.min(tokens, this.#batch * (this.capacity - this.#length));
    const room = new Float32Array(fitting * this.#width);
    const parts = { tensors: [checked], message: [number] };
    return this.#exchange.call('cache_step', parts, (answer) => {
      this.#length = answer.number();
      return answer.tensor(room);
    });
  }

  reset(): void {
    this.#exchange.raw.cache_reset(this.raw.number);
    this.#length = 0;
  }
}
