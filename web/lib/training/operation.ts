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
