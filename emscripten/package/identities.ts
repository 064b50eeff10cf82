/** Identities of attention. The core computes both sides and returns their difference. */
import { readTile } from './attention.js';
import type {
  Attention,
  Identities,
  IdentityName,
  IdentityOptions,
  IdentitySides,
  LatentAttention,
  TensorLike,
} from './contract.js';
import type { Exchange, MessageValue } from './exchange.js';
import { CoreHandle, type HandleRegistry } from './handles.js';
import { readTensor } from './reading.js';
import { listOf, oneOf, required, settings, size, wholeNumber } from './settings.js';

const wholeNumbers = listOf(wholeNumber);

/** In the order of the core's IdentityName. */
const OF_ATTENTION = [
  'concatIsSumOfSlices',
  'tiedIsOneNarrowHead',
  'groupedIsCopiedMultiHead',
  'onlineIsPlainSoftmax',
  'cachedIsFull',
  'pagedIsFull',
  'chunkedIsFull',
  'permutationMoves',
  'futureDoesNotMatter',
] as const;
const nameOf = oneOf(...OF_ATTENTION, 'absorbedIsExpanded');

const OPTIONS = { tile: readTile, chunks: wholeNumbers, pageSize: size, order: wholeNumbers };
/** What an identity cannot do without. */
const REQUIRED: { readonly [name in IdentityName]?: keyof typeof OPTIONS } = {
  onlineIsPlainSoftmax: 'tile',
  pagedIsFull: 'pageSize',
  chunkedIsFull: 'chunks',
  permutationMoves: 'order',
};

export function identities(exchange: Exchange, registry: HandleRegistry): Identities {
  const { raw } = exchange;
  /** @param message  sent with the call */
  const difference = (
    layer: number,
    x: TensorLike,
    identity: (layer: number) => number,
    ...message: MessageValue[]
  ): number => {
    exchange.putOne(0, readTensor(x, 'x'));
    if (message.length > 0) exchange.send(...message);
    return exchange.answer(identity(layer)).number();
  };
  const sides =
    (broken: boolean) =>
    (
      name: IdentityName,
      layer: Attention | LatentAttention,
      x: TensorLike,
      options?: IdentityOptions,
    ): IdentitySides => {
      const identity = nameOf(name, 'name');
      const checked = settings('options', options, OPTIONS);
      const needed = REQUIRED[identity];
      if (needed) required(checked[needed], needed, identity);
      const { tile, chunks = [], pageSize = 0, order = [] } = checked;
      const latent = identity === 'absorbedIsExpanded';
      const number = CoreHandle.numberOf(layer, latent ? 'latentAttention' : 'attention', registry);
      exchange.putOne(0, readTensor(x, 'x'));
      exchange.send(tile?.queries ?? 0, tile?.keys ?? 0, pageSize, chunks, order);
      const answer = exchange.answer(
        latent
          ? raw.absorbed_sides(number, broken)
          : raw.identity_sides(number, OF_ATTENTION.indexOf(identity), broken),
      );
      return { difference: answer.number(), left: answer.tensor(), right: answer.tensor() };
    };
  const numberOf = (layer: Attention) => CoreHandle.numberOf(layer, 'attention', registry);
  const ofLayer = (identity: (layer: number) => number) => (layer: Attention, x: TensorLike) =>
    difference(numberOf(layer), x, identity);
  return {
    concatIsSumOfSlices: ofLayer(raw.concat_is_sum_of_slices),
    tiedIsOneNarrowHead: ofLayer(raw.tied_is_one_narrow_head),
    groupedIsCopiedMultiHead: ofLayer(raw.grouped_is_copied_multi_head),
    onlineIsPlainSoftmax(layer, x, tile) {
      const number = numberOf(layer);
      const { queries, keys } = readTile(tile);
      return difference(number, x, () => raw.online_is_plain_softmax(number, queries, keys));
    },
    cachedIsFull(layer, x, chunks, pageSize) {
      const number = numberOf(layer);
      const counts = wholeNumbers(chunks, 'chunks');
      const tokens = pageSize === undefined ? 0 : size(pageSize, 'pageSize');
      return difference(number, x, raw.cached_is_full, counts, tokens);
    },
    absorbedIsExpanded(layer, x) {
      const number = CoreHandle.numberOf(layer, 'latentAttention', registry);
      return difference(number, x, raw.absorbed_is_expanded);
    },
    permutationMoves(layer, x, order) {
      const number = numberOf(layer);
      return difference(number, x, raw.permutation_moves, wholeNumbers(order, 'order'));
    },
    futureDoesNotMatter: ofLayer(raw.future_does_not_matter),
    sides: sides(false),
    broken: sides(true),
  };
}
