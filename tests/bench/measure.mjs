/**
 * Measures one row in one environment. A contestant has
 *   name, peer              whether it is one of those that we are held against
 *   variants(row)           its ways to compute the row; none where it cannot
 *   prepare(row, tensors, variant)
 *                           resolves to { time(calls), output(), dispose() }, the output row-major
 * The fastest variants of each take part; the others' times in the warm-up are kept to be looked at.
 */
import { largestError } from './reference.mjs';
import { takeTurns, warmUp } from './timing.mjs';

/** Float32 sums of 768 products differ from float64's by some 1e-6; a wrong formula by far more. */
const largestTolerated = 2e-5;

/**
 * @param limits    { multiplyAdd(), readMemory(bytes) }: what the machine can do at most, as
 *                  contestants with `amount`, the operations or bytes of one call
 * @param settings  { batches, batchMs }
 */
export async function measure(row, { tensors, expected }, contestants, limits, settings) {
  const limit = await (row.bytes ? limits.readMemory(row.bytes) : limits.multiplyAdd());
  const chosen = [];
  try {
    for (const contestant of contestants) {
      chosen.push(...(await quickVariants(row, tensors, expected, contestant, settings)));
    }
    const limitCount = await warmUp(limit, settings.batchMs);
    const turns = await takeTurns([{ ...limit, ...limitCount }, ...chosen], settings.batches);
    const [ofLimit, ...ofChosen] = turns;
    return {
      row: row.id,
      limit: { perSecond: (limit.amount / ofLimit.median) * 1e3, ...ofLimit },
      contestants: chosen.map(({ name, peer, variant, variants, error }, i) => ({
        name,
        peer,
        variant,
        error,
        variants,
        ...ofChosen[i],
      })),
    };
  } finally {
    for (const { dispose } of chosen) await dispose();
    await limit.dispose?.();
  }
}

/** Variants this much slower than the fastest in the warm-up, which is rough, take no part. */
const hopeless = 1.25;

async function quickVariants(row, tensors, expected, contestant, { batchMs }) {
  const { name, peer } = contestant;
  const variants = {};
  const warm = [];
  for (const variant of contestant.variants(row)) {
    const prepared = await contestant.prepare(row, tensors, variant);
    const error = largestError(await prepared.output(), expected);
    if (!(error <= largestTolerated)) {
      throw new Error(`${row.id}: ${name} (${variant}) is wrong: relative error ${error}`);
    }
    const { count, ms } = await warmUp(prepared, batchMs);
    variants[variant] = ms;
    warm.push({ ...prepared, name, peer, variant, variants, error, count, ms });
  }
  const fastest = Math.min(...warm.map(({ ms }) => ms));
  const takesPart = ({ ms }) => ms <= fastest * hopeless;
  for (const { dispose } of warm.filter((one) => !takesPart(one))) await dispose();
  return warm.filter(takesPart);
}
