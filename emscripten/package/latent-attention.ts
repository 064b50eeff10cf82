/** A latent attention layer. Checks settings and tensors; the core computes. */
import type {
  AttentionTrace,
  CacheOptions,
  KvCache,
  LatentAttention,
  LatentAttentionConfig,
  LatentAttentionWeights,
  OutOption,
  Tensor,
  TensorLike,
} from './contract.js';
import type { Answer, Exchange } from './exchange.js';
import { CoreHandle, type HandleRegistry } from './handles.js';
import { LayerCache } from './kv-cache.js';
import { readTensor, takeOut } from './reading.js';
import { flag, required, seed, settings, size } from './settings.js';
import { nameTensors, TRACE } from './traces.js';
import { sendWeights } from './weights.js';

const CONFIG = {
  dModel: size,
  numHeads: size,
  dHead: size,
  dLatent: size,
  dLatentQuery: size,
  dRope: size,
  seed,
};

/** In the order of the core's LatentWeightName. */
const WEIGHTS = ['wdkv', 'wuk', 'wuv', 'wq', 'wdq', 'wuq', 'wqr', 'wkr', 'wo'] as const;

export class LatentAttentionLayer extends CoreHandle implements LatentAttention {
  readonly config: LatentAttention['config'];
  readonly #exchange: Exchange;
  readonly #registry: HandleRegistry;

  private constructor(
    exchange: Exchange,
    registry: HandleRegistry,
    number: number,
    config: LatentAttention['config'],
  ) {
    const bytes = exchange.raw.latent_bytes(number);
    super(registry, 'latentAttention', {
      number,
      bytes: () => bytes,
      release: () => exchange.raw.release_latent_attention(number),
    });
    this.#exchange = exchange;
    this.#registry = registry;
    this.config = Object.freeze(config);
  }

  static create(
    exchange: Exchange,
    registry: HandleRegistry,
    config: LatentAttentionConfig,
    weights?: Partial<LatentAttentionWeights>,
  ): LatentAttentionLayer {
    const { seed: from = 0, ...checked } = settings('config', config, CONFIG);
    const complete = {
      ...checked,
      dModel: required(checked.dModel, 'dModel', 'config'),
      numHeads: required(checked.numHeads, 'numHeads', 'config'),
      dHead: required(checked.dHead, 'dHead', 'config'),
      dLatent: required(checked.dLatent, 'dLatent', 'config'),
      seed: from,
    };
    const { dModel, numHeads, dHead, dLatent, dLatentQuery = 0, dRope = 0 } = complete;
    const sizes = [dModel, numHeads, dHead, dLatent, dLatentQuery, dRope, from];
    sendWeights(exchange, WEIGHTS, weights, sizes);
    const number = exchange.answer(exchange.raw.create_latent_attention()).number();
    return new LatentAttentionLayer(exchange, registry, number, complete);
  }

  /** @param answer  of a call that made a layer: its number and its configuration */
  static made(exchange: Exchange, registry: HandleRegistry, answer: Answer): LatentAttentionLayer {
    const number = answer.number();
    const unlessZero = (name: string) => {
      const size = answer.number();
      return size > 0 ? { [name]: size } : {};
    };
    const config = {
      dModel: answer.number(),
      numHeads: answer.number(),
      dHead: answer.number(),
      dLatent: answer.number(),
      ...unlessZero('dLatentQuery'),
      ...unlessZero('dRope'),
      seed: answer.number(),
    };
    return new LatentAttentionLayer(exchange, registry, number, config);
  }

  weights(): { [K in keyof LatentAttentionWeights]?: Tensor } {
    return this.#exchange.answer(this.#exchange.raw.latent_weights(this.number)).present(WEIGHTS);
  }

  forward(x: TensorLike, options?: { causal?: boolean; absorbed?: boolean } & OutOption): Tensor {
    const { number } = this;
    const { others, out } = takeOut(options);
    const checked = settings('options', others, { causal: flag, absorbed: flag });
    const { causal = false, absorbed = false } = checked;
    this.#exchange.putOne(0, readTensor(x, 'x'));
    const answer = this.#exchange.raw.latent_forward(number, causal, absorbed);
    return this.#exchange.answer(answer).tensor(out);
  }

  trace(x: TensorLike, options?: { causal?: boolean }): { latent: Tensor } & AttentionTrace {
    const { number } = this;
    const { causal = false } = settings('options', options, { causal: flag });
    this.#exchange.putOne(0, readTensor(x, 'x'));
    const answer = this.#exchange.answer(this.#exchange.raw.latent_trace(number, causal));
    return nameTensors(['latent', ...TRACE], answer) as unknown as {
      latent: Tensor;
    } & AttentionTrace;
  }

  cache(options: CacheOptions): KvCache {
    const { raw } = this;
    const create = () => this.#exchange.raw.create_latent_cache(raw.number);
    return LayerCache.create(
      this.#exchange,
      this.#registry,
      raw,
      create,
      options,
      this.config.dModel,
    );
  }
}
