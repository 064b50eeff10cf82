import type {
  Attention,
  Engine,
  LatentAttention,
  Tensor,
} from '../../../emscripten/package/contract.js';
import { identityOptions, rowsOfOutput, type Sizes } from './sizes.js';
import { identities, type Identity } from './state.js';

/** What an identity is run on. */
interface Subject {
  readonly engine: Engine;
  readonly sizes: Sizes;
  readonly x: Tensor;
  readonly isBroken: boolean;
  readonly multiHead: Attention;
  readonly grouped: Attention;
  readonly latent: LatentAttention;
}
interface Sides {
  readonly left: Tensor;
  readonly right: Tensor;
}

/** These are about W_O, so a head's part is shown after it: all parts add up to the output. */
export const isAfterOutput = (identity: Identity): boolean =>
  identity === 'concat' || identity === 'tied';

/** What each head gives on either side: [T, dHead] before W_O, or its part of the output. */
export function headParts(subject: Subject, identity: Identity): readonly Sides[] {
  if (identity === 'concat') return concatParts(subject);
  if (identity === 'tied') return tiedParts(subject);
  return eachHead(subject, sidesBeforeOutput(subject, identity));
}

/** The engine's sides of the same layer without W_O: the heads side by side. */
function sidesBeforeOutput(subject: Subject, identity: Identity): Sides {
  const { engine, sizes, x, isBroken } = subject;
  const run = isBroken ? engine.identities.broken : engine.identities.sides;
  const layer = identity === 'absorbed' ? latentHeads(subject) : heads(subject, identity);
  try {
    return run(identities[identity], layer, x, identityOptions(sizes));
  } finally {
    layer.dispose();
  }
}

const heads = ({ multiHead, grouped }: Subject, identity: Identity): Attention =>
  (identity === 'grouped' ? grouped : multiHead).with({ outputProjection: false });

/** A latent layer always has a W_O: that of this one changes nothing. */
function latentHeads({ engine, latent, sizes }: Subject): LatentAttention {
  const { tensor } = engine;
  const ones = tensor.ones([sizes.dModel, sizes.dModel]);
  const wo = tensor.tril(tensor.triu(ones));
  return engine.latentAttention(latent.config, { ...latent.weights(), wo });
}

/** [T, H * dHead] -> [T, dHead] for each head. */
function eachHead({ engine, sizes }: Subject, sides: Sides): readonly Sides[] {
  const part = (all: Tensor, head: number) =>
    engine.tensor.slice(all, [[null, null], range(head, sizes.dHead)]);
  return Array.from({ length: sizes.heads }, (_, head) => ({
    left: part(sides.left, head),
    right: part(sides.right, head),
  }));
}

const range = (head: number, width: number): [number, number] => [head * width, (head + 1) * width];

/** Left: the layer with all other heads pruned. Right: the head alone times its rows of W_O. */
function concatParts({ engine, sizes, x, isBroken, multiHead }: Subject): readonly Sides[] {
  const { tensor } = engine;
  const { heads: outputs } = multiHead.trace(x);
  const { wo } = multiHead.weights();
  return rowsOfOutput(sizes, isBroken).map((rows, head) => ({
    left: multiHead.forward(x, { headMask: only(head, sizes.heads) }),
    right: tensor.matmul(
      tensor.slice(outputs, [head]),
      tensor.slice(wo!, [range(rows, sizes.dHead)]),
    ),
  }));
}

/** Left: a tied head times its rows of W_O. Right: the one head times its share of their sum. */
function tiedParts({ engine, sizes, x, isBroken, multiHead }: Subject): readonly Sides[] {
  const { tensor } = engine;
  const tied = multiHead.with({ tieHeads: true });
  try {
    const { heads: outputs } = tied.trace(x);
    const { wo } = tied.weights();
    const head0 = tensor.slice(outputs, [0]);
    const shares = isBroken ? sizes.heads : 1;
    return Array.from({ length: sizes.heads }, (_, head) => ({
      left: tied.forward(x, { headMask: only(head, sizes.heads) }),
      right: tensor.matmul(
        head0,
        tensor.divide(tensor.slice(wo!, [range(head, sizes.dHead)]), shares),
      ),
    }));
  } finally {
    tied.dispose();
  }
}

const only = (head: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, other) => (other === head ? 1 : 0));
