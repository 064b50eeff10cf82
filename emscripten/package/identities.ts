/** Identities of attention. The core computes both sides and returns their difference. */
import type { Answer } from './answer.js';
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
import type { Exchange, MessageValue, Operation } from './exchange.js';
import { fieldChecks, toNumbers } from './field-kinds.js';
import { IDENTITY_NAME, IDENTITY_OPTIONS, SIDES, TILE } from './fields.js';
import { CoreHandle, type HandleNumber, type HandleRegistry } from './handles.js';
import { readTensor } from './reading.js';
import { listOf, oneOf, required, settings, size, wholeNumber } from './settings.js';

const wholeNumbers = listOf(wholeNumber);

const identityName = oneOf(...IDENTITY_NAME, 'absorbedIsExpanded');

const OPTIONS = {
  ...fieldChecks(IDENTITY_OPTIONS),
  tile: readTile,
  chunks: wholeNumbers,
  order: wholeNumbers,
};
/** The option that an identity needs. */
const REQUIRED_OPTION: Readonly<Partial<Record<IdentityName, keyof typeof OPTIONS>>> = {
  onlineIsPlainSoftmax: 'tile',
  pagedIsFull: 'pageSize',
  chunkedIsFull: 'chunks',
  permutationMoves: 'order',
};

export function identities(exchange: Exchange, registry: HandleRegistry): Identities {
  const difference = (
    layer: HandleNumber,
    x: TensorLike,
    identity: Operation,
    ...rest: MessageValue[]
  ): number => {
    const parts = { tensors: [readTensor(x, 'x')], message: [layer, ...rest] };
    return exchange.number(identity, parts);
  };
  const sides =
    (broken: boolean) =>
    (
      name: IdentityName,
      layer: Attention | LatentAttention,
      x: TensorLike,
      options?: IdentityOptions,
    ): IdentitySides => {
      const identity = identityName(name, 'name');
      const checked = settings('options', options, OPTIONS);
      const needed = REQUIRED_OPTION[identity];
      if (needed) required(checked[needed], needed, identity);
      const { tile = {}, chunks = [], order = [] } = checked;
      const latent = identity === 'absorbedIsExpanded';
      const number = CoreHandle.numberOf(layer, latent ? 'latentAttention' : 'attention', registry);
      const tensors = [readTensor(x, 'x')];
      const sizes = [...toNumbers(IDENTITY_OPTIONS, checked), ...toNumbers(TILE, tile)];
      const message = [number, broken, IDENTITY_NAME.indexOf(identity as never), ...sizes];
      const read = (answer: Answer): IdentitySides => ({
        difference: answer.number(),
        ...answer.fields(SIDES),
      });
      return latent
        ? exchange.call('absorbed_sides', { tensors, message: [number, broken] }, read)
        : exchange.call('identity_sides', { tensors, message: [...message, chunks, order] }, read);
    };
  const numberOf = (layer: Attention) => CoreHandle.numberOf(layer, 'attention', registry);
  const forLayer = (identity: Operation) => (layer: Attention, x: TensorLike) =>
    difference(numberOf(layer), x, identity);
  return {
    concatIsSumOfSlices: forLayer('concat_is_sum_of_slices'),
    tiedIsOneNarrowHead: forLayer('tied_is_one_narrow_head'),
    groupedIsCopiedMultiHead: forLayer('grouped_is_copied_multi_head'),
    onlineIsPlainSoftmax(layer, x, tile) {
      const number = numberOf(layer);
      const sizes = toNumbers(TILE, readTile(tile));
      return difference(number, x, 'online_is_plain_softmax', ...sizes);
    },
    cachedIsFull(layer, x, chunks, pageSize) {
      const number = numberOf(layer);
      const counts = wholeNumbers(chunks, 'chunks');
      const tokens = pageSize === undefined ? 0 : size(pageSize, 'pageSize');
      return difference(number, x, 'cached_is_full', counts, tokens);
    },
    absorbedIsExpanded(layer, x) {
      const number = CoreHandle.numberOf(layer, 'latentAttention', registry);
      return difference(number, x, 'absorbed_is_expanded');
    },
    permutationMoves(layer, x, order) {
      const number = numberOf(layer);
      return difference(number, x, 'permutation_moves', wholeNumbers(order, 'order'));
    },
    futureDoesNotMatter: forLayer('future_does_not_matter'),
    sides: sides(false),
    broken: sides(true),
  };
}
