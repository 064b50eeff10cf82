/** A cache of keys and values: its settings and tokens are checked here, kept in the core. */
import type { CacheOptions, KvCache, Tensor, TensorLike } from './contract.js';
import type { Exchange } from './exchange.js';
import { CoreHandle, type HandleRegistry, type RawHandle } from './handles.js';
import { readTensor } from './reading.js';
import { required, settings, size } from './settings.js';

const OPTIONS = { batch: size, capacity: size, pageSize: size };

export class LayerCache extends CoreHandle implements KvCache {
  readonly capacity: number;
  readonly #exchange: Exchange;
  #length = 0;

  private constructor(
    exchange: Exchange,
    registry: HandleRegistry,
    layer: RawHandle,
    number: number,
    capacity: number,
  ) {
    const { raw } = exchange;
    super(registry, 'cache', {
      number,
      bytes: () => raw.cache_bytes(number),
      release: () => raw.release_cache(number),
      keeps: layer,
    });
    this.capacity = capacity;
    this.#exchange = exchange;
  }

  /** @param make  the core's function that makes a cache of the layer */
  static create(
    exchange: Exchange,
    registry: HandleRegistry,
    layer: RawHandle,
    make: () => number,
    options: CacheOptions,
  ): LayerCache {
    const given = settings('options', options, OPTIONS);
    const capacity = required(given.capacity, 'capacity', 'options');
    exchange.tell(given.batch ?? 1, capacity, given.pageSize ?? 0);
    const number = exchange.answer(make()).number();
    return new LayerCache(exchange, registry, layer, number, capacity);
  }

  get length(): number {
    return this.#length;
  }

  get bytes(): number {
    return this.#exchange.raw.cache_bytes(this.number);
  }

  get pages(): readonly number[] {
    return this.#exchange.answer(this.#exchange.raw.cache_pages(this.number)).numbers();
  }

  step(x: TensorLike): Tensor {
    const { number } = this;
    this.#exchange.putOne(0, readTensor(x, 'x'));
    const answer = this.#exchange.answer(this.#exchange.raw.cache_step(number));
    this.#length = answer.number();
    return answer.tensor();
  }

  reset(): void {
    this.#exchange.raw.cache_reset(this.number);
    this.#length = 0;
  }
}
