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
import type { Exchange, Operation, Parts } from './exchange.js';
import { fieldSettings, toNumbers } from './field-kinds.js';
import {
  LATENT_ATTENTION_CONFIG,
  LATENT_ATTENTION_TRACE,
  LATENT_FORWARD_OPTIONS,
  LATENT_WEIGHT_NAME,
} from './fields.js';
import { CoreHandle, type HandleRegistry } from './handles.js';
import { LayerCache } from './kv-cache.js';
import { readTensor, takeOut } from './reading.js';
import { flag, required, settings } from './settings.js';
import { withWeights } from './weights.js';

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
    const checked = fieldSettings('config', config, LATENT_ATTENTION_CONFIG);
    for (const name of ['dModel', 'numHeads', 'dHead', 'dLatent'] as const) {
      required(checked[name], name, 'config');
    }
    const message = toNumbers(LATENT_ATTENTION_CONFIG, checked);
    const parts = withWeights(LATENT_WEIGHT_NAME, weights, message);
    return this.make(exchange, registry, 'create_latent_attention', parts);
  }

  /** @param operation  answers with the layer's number and its configuration */
  static make(
    exchange: Exchange,
    registry: HandleRegistry,
    operation: Operation,
    parts: Parts,
  ): LatentAttentionLayer {
    return exchange.call(operation, parts, (answer) => {
      const number = answer.number();
      const { dLatentQuery, dRope, ...config } = answer.fields(LATENT_ATTENTION_CONFIG);
      return new LatentAttentionLayer(exchange, registry, number, {
        ...config,
        ...(dLatentQuery > 0 ? { dLatentQuery } : {}),
        ...(dRope > 0 ? { dRope } : {}),
      });
    });
  }

  weights(): { [K in keyof LatentAttentionWeights]?: Tensor } {
    const message = [this.number];
    return this.#exchange.call('latent_weights', { message }, (answer) =>
      answer.tensors(LATENT_WEIGHT_NAME),
    );
  }

  forward(x: TensorLike, options?: { causal?: boolean; absorbed?: boolean } & OutOption): Tensor {
    const { number } = this;
    const { others, out } = takeOut(options);
    const checked = fieldSettings('options', others, LATENT_FORWARD_OPTIONS);
    const tensors = [readTensor(x, 'x')];
    const message = [number, ...toNumbers(LATENT_FORWARD_OPTIONS, checked)];
    return this.#exchange.call('latent_forward', { tensors, message }, (answer) =>
      answer.tensor(out),
    );
  }

  trace(x: TensorLike, options?: { causal?: boolean }): { latent: Tensor } & AttentionTrace {
    const { number } = this;
    const { causal = false } = settings('options', options, { causal: flag });
    const parts = { tensors: [readTensor(x, 'x')], message: [number, causal] };
    return this.#exchange.call('latent_trace', parts, (answer) => {
      const { latent, expanded } = answer.fields(LATENT_ATTENTION_TRACE);
      return { latent, ...expanded };
    });
  }

  cache(options: CacheOptions): KvCache {
    const { raw, number } = this;
    const layer = { raw, number };
    return LayerCache.create(this.#exchange, this.#registry, layer, 'create_latent_cache', options);
  }
}
