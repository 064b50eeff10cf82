import type { Engine } from '../../../emscripten/package/contract.js';
import { unit } from '../../lib/numbers.js';
import { isGated } from './run.js';
import type { Activation, CountedModel } from './state.js';

/** One layer's parameters, attention against feed-forward. */
export interface Split {
  readonly attention: number;
  readonly feedForward: number;
  /** The feed-forward layer's share, from 0 to 1. */
  readonly share: number;
}

/** A model's layer as the textbook has it and as it was built, with the sizes behind it. */
export interface ModelSplit {
  readonly name: string;
  readonly dModel: number;
  readonly heads: number;
  readonly kvHeads: number;
  readonly activation: Activation;
  readonly matrices: number;
  readonly textbookWidth: number;
  readonly dFf: number;
  /** d_ff ÷ d_model */
  readonly ratio: number;
  /** The biases of the feed-forward layer in the published model. */
  readonly biases: number;
  readonly textbook: Split;
  readonly built: Split;
}

export function splitModel({ cost, formulas }: Engine, name: CountedModel): ModelSplit {
  const model = cost.models[name];
  const { dModel, numHeads: heads, dFf = 0, activation = 'relu' } = model;
  const matrices = isGated(activation) ? 3 : 2;
  const sizes = { d_model: dModel, d_ff: dFf, matrices };
  const textbookWidth = formulas.evaluate('4 * d_model', sizes);
  const textbook = { dModel, numHeads: 1, dFf: textbookWidth, activation: 'relu' } as const;
  const split = (shape: Parameters<typeof cost.parameters>[0]): Split => {
    const { attention, feedForward, perLayer } = cost.parameters(shape);
    const share = formulas.evaluate('part / all', { part: feedForward, all: perLayer });
    return { attention, feedForward, share };
  };
  const built = split(model);
  return {
    ...{ dModel, heads, activation, matrices, textbookWidth, dFf, built },
    name: model.name ?? name,
    kvHeads: model.numKvHeads ?? heads,
    ratio: formulas.evaluate('d_ff / d_model', sizes),
    biases: formulas.evaluate('all - matrices * d_model * d_ff', {
      ...sizes,
      all: built.feedForward,
    }),
    textbook: split(textbook),
  };
}

export const percentText = (share: number): string => unit((share * 100).toFixed(1), '%');
