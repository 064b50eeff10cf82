/** Smaller differences between two accuracies on 512 sequences are noise. */
const margin = 0.05;
/** Up to this much above chance counts as guessing. */
const nearChance = 0.1;

/** The effect of an operation on a relation. 'unlearned': it was at chance before. */
type Effect = 'kept' | 'weaker' | 'chance' | 'unlearned';

export function judgeRelation(before: number, after: number, chance: number): Effect {
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

export const judgeRelations = ({ before, after, chance }: Outcome): readonly Effect[] =>
  before.map((value, r) => judgeRelation(value, after[r]!, chance[r]!));

/** How many of the learned relations were lost. */
export type Lost = 'none' | 'some' | 'all';
export function judgeAll(outcome: Outcome): Lost {
  const learned = judgeRelations(outcome).filter((effect) => effect !== 'unlearned');
  if (learned.every((effect) => effect === 'kept')) return 'none';
  return learned.every((effect) => effect === 'chance') ? 'all' : 'some';
}

/** The only relation that was lost or weakened; null if there are none or several. */
export function onlyAffected(outcome: Outcome): number | null {
  const affected = judgeRelations(outcome).flatMap((effect, r) =>
    effect === 'chance' || effect === 'weaker' ? [r] : [],
  );
  return affected.length === 1 ? affected[0]! : null;
}
