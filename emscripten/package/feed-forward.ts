/** A feed-forward layer. Checks and converts settings and tensors; the core computes. */
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
import { CoreHandle, type HandleRegistry } from './handles.js';
import { readTensor, takeOut } from './reading.js';
import { flag, oneOf, required, seed, settings, size } from './settings.js';
import { nameTensors } from './traces.js';
import { sendWeights } from './weights.js';

// Both in the order of the core's enumerations.
export const ACTIVATIONS = ['relu', 'gelu', 'swiglu', 'geglu'] as const;
const WEIGHTS = ['w1', 'w2', 'w3', 'b1', 'b2'] as const;
/** In the order in which the core answers; b, which may be absent, comes after them. */
const TRACE = ['a', 'activated', 'hidden', 'output'] as const;
const GRADIENTS = WEIGHTS.map((name) => `d${name}`);

const CONFIG = { dModel: size, dFf: size, activation: oneOf(...ACTIVATIONS), bias: flag, seed };

export class FeedForwardLayer extends CoreHandle implements FeedForward {
  readonly config: Required<FeedForwardConfig>;
  readonly #exchange: Exchange;

  private constructor(
    exchange: Exchange,
    registry: HandleRegistry,
    number: number,
    config: Required<FeedForwardConfig>,
  ) {
    const bytes = exchange.raw.feed_forward_bytes(number);
    super(registry, 'feed-forward layer', {
      number,
      bytes: () => bytes,
      release: () => exchange.raw.release_feed_forward(number),
    });
    this.config = Object.freeze(config);
    this.#exchange = exchange;
  }

  static create(
    exchange: Exchange,
    registry: HandleRegistry,
    config: FeedForwardConfig,
    weights?: Partial<FeedForwardWeights>,
  ): FeedForwardLayer {
    const checked = settings('config', config, CONFIG);
    const complete = {
      dModel: required(checked.dModel, 'dModel', 'config'),
      dFf: required(checked.dFf, 'dFf', 'config'),
      activation: required(checked.activation, 'activation', 'config'),
      bias: checked.bias ?? false,
      seed: checked.seed ?? 0,
    };
    const { dModel, dFf, activation, bias, seed: from } = complete;
    const before = [dModel, dFf, ACTIVATIONS.indexOf(activation), Number(bias), from];
    sendWeights(exchange, WEIGHTS, weights, before);
    const number = exchange.answer(exchange.raw.create_feed_forward()).number();
    return new FeedForwardLayer(exchange, registry, number, complete);
  }

  weights(): { [K in keyof FeedForwardWeights]?: Tensor } {
    const { raw } = this.#exchange;
    return this.#exchange.answer(raw.feed_forward_weights(this.number)).present(WEIGHTS);
  }

  forward(x: TensorLike, options?: OutOption): Tensor {
    const { number } = this;
    const { others, out } = takeOut(options);
    settings('options', others, {});
    this.#exchange.putOne(0, readTensor(x, 'x'));
    return this.#exchange.answer(this.#exchange.raw.feed_forward(number)).tensor(out);
  }

  trace(x: TensorLike): FeedForwardTrace {
    const { number } = this;
    this.#exchange.putOne(0, readTensor(x, 'x'));
    const answer = this.#exchange.answer(this.#exchange.raw.feed_forward_trace(number));
    return {
      ...nameTensors(TRACE, answer),
      ...answer.present(['b']),
    } as unknown as FeedForwardTrace;
  }

  backward(x: TensorLike, dOutput: TensorLike): FeedForwardGradients {
    const { number } = this;
    this.#exchange.put([readTensor(x, 'x'), readTensor(dOutput, 'dOutput')]);
    const answer = this.#exchange.answer(this.#exchange.raw.feed_forward_backward(number));
    return { dx: answer.tensor(), ...answer.present(GRADIENTS) } as unknown as FeedForwardGradients;
  }
}
