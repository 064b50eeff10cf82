import type { TrainerChange } from '../../../emscripten/package/contract.js';

/** An operation on a trained model. */
export type Operation =
  | { readonly kind: 'prune'; readonly layer: number; readonly head: number }
  | { readonly kind: 'tie' }
  | { readonly kind: 'output' }
  | { readonly kind: 'scale'; readonly scale: 'sqrt-d-model' | 'none' }
  | { readonly kind: 'pool'; readonly kvHeads: number; readonly from: 'mean' | 'first' };

/** The operation as an option of `evaluate`. Pooling creates another model instead. */
export function toTrainerChange(
  operation: Exclude<Operation, { kind: 'pool' }>,
  layers: number,
  heads: number,
): TrainerChange {
  switch (operation.kind) {
    case 'prune': {
      const pruned = operation.layer * heads + operation.head;
      return {
        headMask: Array.from({ length: layers * heads }, (_, i) => (i === pruned ? 0 : 1)),
      };
    }
    case 'tie':
      return { tieHeads: true };
    case 'output':
      return { outputProjection: false };
    case 'scale':
      return { scale: operation.scale };
  }
}

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
