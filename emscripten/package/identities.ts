/** Identities of attention. The core computes both sides and returns their difference. */
import { readTile } from './attention.js';
import type { Attention, Identities, TensorLike } from './contract.js';
import type { Exchange, MessageValue } from './exchange.js';
import { CoreHandle, type HandleRegistry } from './handles.js';
import { readTensor } from './reading.js';
import { listOf, size, wholeNumber } from './settings.js';

const wholeNumbers = listOf(wholeNumber);

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
  };
}
