import type { TrainerChange } from '../../../emscripten/package/contract.js';

/** What is done to a trained model. */
export type Operation =
  | { readonly kind: 'prune'; readonly layer: number; readonly head: number }
  | { readonly kind: 'tie' }
  | { readonly kind: 'output' }
  | { readonly kind: 'scale'; readonly scale: 'sqrt-d-model' | 'none' }
  | { readonly kind: 'pool'; readonly kvHeads: number; readonly from: 'mean' | 'first' };

/** The change of one evaluation; pooling makes another model instead. */
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

/** Two accuracies on 512 sequences differ by less than this where nothing happened. */
const margin = 0.05;
/** Guessing is no better than this above chance: what is left of a relation is little. */
const nearChance = 0.1;

/** What an operation did to a relation. 'unlearned': it was at chance before. */
export type Fate = 'kept' | 'weaker' | 'chance' | 'unlearned';

export function judgeRelation(before: number, after: number, chance: number): Fate {
  if (before <= chance + nearChance) return 'unlearned';
  if (after <= chance + nearChance) return 'chance';
  return after >= before - margin ? 'kept' : 'weaker';
}

/** The accuracies before and after an operation, relation by relation. */
export interface Outcome {
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly chance: readonly number[];
}

export const judgeRelations = ({ before, after, chance }: Outcome): readonly Fate[] =>
  before.map((value, r) => judgeRelation(value, after[r]!, chance[r]!));

/** All in one word, of those relations that had been learned. */
export type Toll = 'none' | 'some' | 'all';
export function judgeAll(outcome: Outcome): Toll {
  const learned = judgeRelations(outcome).filter((fate) => fate !== 'unlearned');
  if (learned.every((fate) => fate === 'kept')) return 'none';
  return learned.every((fate) => fate === 'chance') ? 'all' : 'some';
}

/** Which relation alone was lost or weakened; null where none was, or several were. */
export function onlyVictim(outcome: Outcome): number | null {
  const hurt = judgeRelations(outcome).flatMap((fate, r) =>
    fate === 'chance' || fate === 'weaker' ? [r] : [],
  );
  return hurt.length === 1 ? hurt[0]! : null;
}
