/** A feed-forward layer. Checks and converts settings and tensors; the core computes. */
import type { Answer } from './answer.js';
import type {
  FeedForward,
  FeedForwardConfig,
  FeedForwardGradients,
  FeedForwardTrace,
  FeedForwardWeights,
  OutOption,
  Tensor,
  TensorLike,
} from './contract.js';
import type { Exchange } from './exchange.js';
import { fieldSettings, toNumbers } from './field-kinds.js';
import { FEED_FORWARD_CONFIG, FEED_FORWARD_TRACE, FEED_FORWARD_WEIGHT } from './fields.js';
import { CoreHandle, type HandleRegistry } from './handles.js';
import { readTensor, takeOut } from './reading.js';
import { required, settings } from './settings.js';
import { withWeights } from './weights.js';

const GRADIENTS = FEED_FORWARD_WEIGHT.map((name) => `d${name}`);

export class FeedForwardLayer extends CoreHandle implements FeedForward {
  readonly config: Required<FeedForwardConfig>;
  readonly #exchange: Exchange;

  /** @param answer  of a call that made a layer: its number and its configuration */
  private constructor(exchange: Exchange, registry: HandleRegistry, answer: Answer) {
    const number = answer.number();
    const config = Object.freeze(answer.fields(FEED_FORWARD_CONFIG));
    const bytes = exchange.raw.feed_forward_bytes(number);
    super(registry, 'feed-forward layer', {
      number,
      bytes: () => bytes,
      release: () => exchange.raw.release_feed_forward(number),
    });
    this.config = config;
    this.#exchange = exchange;
  }

  static create(
    exchange: Exchange,
    registry: HandleRegistry,
    config: FeedForwardConfig,
    weights?: Partial<FeedForwardWeights>,
  ): FeedForwardLayer {
    const checked = fieldSettings('config', config, FEED_FORWARD_CONFIG);
    for (const name of ['dModel', 'dFf', 'activation'] as const) {
      required(checked[name], name, 'config');
    }
    const message = toNumbers(FEED_FORWARD_CONFIG, checked);
    const parts = withWeights(FEED_FORWARD_WEIGHT, weights, message);
    return exchange.call(
      'create_feed_forward',
      parts,
      (answer) => new FeedForwardLayer(exchange, registry, answer),
    );
  }

  weights(): { [K in keyof FeedForwardWeights]?: Tensor } {
    const message = [this.number];
    return this.#exchange.call('feed_forward_weights', { message }, (answer) =>
      answer.tensors(FEED_FORWARD_WEIGHT),
    );
  }

  forward(x: TensorLike, options?: OutOption): Tensor {
    const { others, out } = takeOut(options);
    settings('options', others, {});
    return this.#exchange.call('feed_forward', this.#parts(x), (answer) => answer.tensor(out));
  }

  trace(x: TensorLike): FeedForwardTrace {
    return this.#exchange.call('feed_forward_trace', this.#parts(x), (answer) =>
      answer.tensors(FEED_FORWARD_TRACE),
    );
  }

  backward(x: TensorLike, dOutput: TensorLike): FeedForwardGradients {
    const { tensors, message } = this.#parts(x);
    const both = [...tensors, readTensor(dOutput, 'dOutput')];
    return this.#exchange.call('feed_forward_backward', { tensors: both, message }, (answer) => {
      const dx = answer.tensor();
      return { dx, ...answer.tensors(GRADIENTS) };
    }) as unknown as FeedForwardGradients;
  }

  #parts(x: TensorLike) {
    const { number } = this;
    return { tensors: [readTensor(x, 'x')], message: [number] };
  }
}
