/** Smaller differences between two accuracies on 512 sequences are noise. */
const margin = 0.05;
/** Up to this much above chance counts as guessing. */
const nearChance = 0.1;

/** The effect of an operation on a relation. 'unlearned': it was at chance before. */
type Fate = 'kept' | 'weaker' | 'chance' | 'unlearned';

export function judgeRelation(before: number, after: number, chance: number): Fate {
  if (before <= chance + nearChance) return 'unlearned';
  if (after <= chance + nearChance) return 'chance';
  return after >= before - margin ? 'kept' : 'weaker';
}

/** The accuracies of each relation before and after an operation. */
export interface Outcome {
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly chance: readonly number[];
}

export const judgeRelations = ({ before, after, chance }: Outcome): readonly Fate[] =>
  before.map((value, r) => judgeRelation(value, after[r]!, chance[r]!));

/** How many of the learned relations were lost. */
export type Toll = 'none' | 'some' | 'all';
export function judgeAll(outcome: Outcome): Toll {
  const learned = judgeRelations(outcome).filter((fate) => fate !== 'unlearned');
  if (learned.every((fate) => fate === 'kept')) return 'none';
  return learned.every((fate) => fate === 'chance') ? 'all' : 'some';
}

/** The only relation that was lost or weakened; null if there are none or several. */
export function onlyAffected(outcome: Outcome): number | null {
  const affected = judgeRelations(outcome).flatMap((fate, r) =>
    fate === 'chance' || fate === 'weaker' ? [r] : [],
  );
  return affected.length === 1 ? affected[0]! : null;
}
