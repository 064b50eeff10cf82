/** The steps of multi-head attention and its variants. */

export type Stage =
  | 'input'
  | 'split'
  | 'projections'
  | 'scores'
  | 'softmax'
  | 'output'
  | 'concat'
  | 'sum'
  | 'w_o'
  | 'done';

/** grouped: shared keys and values; summed: heads are added; no-output: without W_O. */
export type Variant = 'multi-head' | 'grouped' | 'summed' | 'no-output';
export const variants: readonly Variant[] = ['multi-head', 'grouped', 'summed', 'no-output'];

export interface Step {
  readonly stage: Stage;
  /** null for steps of all heads. */
  readonly head: number | null;
}

const perHeadStages: readonly Stage[] = ['projections', 'scores', 'softmax', 'output'];

/** 5 + 4 h steps for h heads, one less without W_O. */
export function listSteps(heads: number, variant: Variant): readonly Step[] {
  const before: Stage[] = ['input', 'split'];
  const after: Stage[] = [
    variant === 'summed' ? 'sum' : 'concat',
    ...(variant === 'no-output' ? [] : (['w_o'] as const)),
    'done',
  ];
  const together = (stage: Stage): Step => ({ stage, head: null });
  return [
    ...before.map(together),
    ...Array.from({ length: heads }, (_, head) =>
      perHeadStages.map((stage) => ({ stage, head })),
    ).flat(),
    ...after.map(together),
  ];
}

/** The number of key/value heads: half as many as heads, or one if that is not a whole number. */
export const sharedHeads = (heads: number): number => (heads % 2 === 0 ? heads / 2 : 1);
