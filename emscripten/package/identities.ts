/** Identities of attention: both sides are run by the core, which answers with what they differ by. */
import { AttentionLayer, readTile } from './attention.js';
import type { Identities } from './contract.js';
import type { Exchange, Told } from './exchange.js';
import { readTensor } from './reading.js';
import { listOf, size, wholeNumber } from './settings.js';

const wholeNumbers = listOf(wholeNumber);

export function identities(exchange: Exchange): Identities {
  const { raw } = exchange;
  /** @param told  goes along as the message; all but x and the layer is read before this call */
  const difference = (
    layer: unknown,
    x: unknown,
    identity: (layer: number) => number,
    ...told: Told[]
  ): number => {
    const number = AttentionLayer.numberOf(layer, exchange);
    exchange.putOne(0, readTensor(x, 'x'));
    if (told.length > 0) exchange.tell(...told);
    return exchange.answer(identity(number)).number();
  };
  return {
    concatIsSumOfSlices: (layer, x) => difference(layer, x, raw.concat_is_sum_of_slices),
    tiedIsOneNarrowHead: (layer, x) => difference(layer, x, raw.tied_is_one_narrow_head),
    groupedIsCopiedMultiHead: (layer, x) => difference(layer, x, raw.grouped_is_copied_multi_head),
    onlineIsPlainSoftmax(layer, x, tile) {
      const { queries, keys } = readTile(tile);
      return difference(layer, x, (number) => raw.online_is_plain_softmax(number, queries, keys));
    },
    cachedIsFull(layer, x, chunks, pageSize) {
      const counts = wholeNumbers(chunks, 'chunks');
      const tokens = pageSize === undefined ? 0 : size(pageSize, 'pageSize');
      return difference(layer, x, raw.cached_is_full, counts, tokens);
    },
    permutationMoves: (layer, x, order) =>
      difference(layer, x, raw.permutation_moves, wholeNumbers(order, 'order')),
    futureDoesNotMatter: (layer, x) => difference(layer, x, raw.future_does_not_matter),
  };
}
