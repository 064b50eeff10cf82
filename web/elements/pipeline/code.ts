import type { PipelineRun } from './run.js';
import { shapeOf, type TensorId } from './tensors.js';

/** The same layer as NumPy code: no loop over heads. */

/** The parts of the picture from top to bottom; each has its steps of code beside it. */
export const bandIds = ['project', 'split', 'lanes', 'merge', 'output'] as const;
export type BandId = (typeof bandIds)[number];

const stepIds = [
  ...(['project', 'cut', 'transpose', 'compare', 'hide', 'softmax', 'mix'] as const),
  ...(['transposeBack', 'join', 'mixHeads'] as const),
];
export type StepId = (typeof stepIds)[number];

export interface CodeStep {
  readonly id: StepId;
  readonly band: BandId;
  /** From 1 on. */
  readonly number: number;
  readonly lines: readonly string[];
  /** What it makes; the last one is opened by a click. */
  readonly makes: readonly TensorId[];
}

const bands: Record<StepId, BandId> = {
  ...{ project: 'project', cut: 'split', transpose: 'split' },
  ...{ compare: 'lanes', hide: 'lanes', softmax: 'lanes', mix: 'lanes' },
  ...{ transposeBack: 'merge', join: 'merge', mixHeads: 'output' },
} as const;

const makes: Record<StepId, readonly TensorId[]> = {
  project: ['x', 'wq', 'm', 'wk', 'k0', 'wv', 'v0', 'q0'],
  cut: ['ks', 'vs', 'qs'],
  transpose: ['k', 'v', 'q'],
  compare: ['s'],
  hide: ['s'],
  softmax: ['a'],
  mix: ['z'],
  transposeBack: ['zt'],
  join: ['c'],
  mixHeads: ['wo', 'y'],
};

export const hasMask = ({ state }: Pick<PipelineRun, 'state'>): boolean =>
  state.kind === 'causal' || state.lengths.length > 0;

export function codeSteps(run: PipelineRun): readonly CodeStep[] {
  const all = linesOf(run);
  return stepIds
    .filter((id) => id !== 'hide' || hasMask(run))
    .map((id, at) => ({ id, band: bands[id], number: at + 1, lines: all[id], makes: makes[id] }));
}

/** What is lit with a tensor. */
export const stepsMaking = (tensor: TensorId, run: PipelineRun): readonly StepId[] =>
  codeSteps(run)
    .filter((step) => step.makes.includes(tensor))
    .map(({ id }) => id);

function linesOf({ state, sizes }: PipelineRun): Record<StepId, readonly string[]> {
  const { H, G, D } = sizes;
  const shape = (id: TensorId) => shapeOf(id, sizes).join(', ');
  const memory = state.kind === 'cross' ? 'M' : 'X';
  const copies =
    G < H ? [`K = np.repeat(K, ${H / G}, axis=1)`, `V = np.repeat(V, ${H / G}, axis=1)`] : [];
  const turn = (name: string) => `${name} = ${name}.transpose(0, 2, 1, 3)`;
  return {
    project: ['Q = X @ W_Q', `K = ${memory} @ W_K`, `V = ${memory} @ W_V`],
    cut: [
      `Q = Q.reshape(${shape(state.skip ? 'q' : 'qs')})`,
      `K = K.reshape(${shape('ks')})`,
      `V = V.reshape(${shape('vs')})`,
    ],
    transpose: [`${state.skip ? '# ' : ''}${turn('Q')}`, turn('K'), turn('V'), ...copies],
    compare: ['S = Q @ K.swapaxes(-1, -2)', `S = S / np.sqrt(${D})`],
    hide: ['S[hidden] = -np.inf'],
    softmax: ['A = softmax(S)'],
    mix: ['Z = A @ V'],
    transposeBack: [turn('Z')],
    join: [`C = Z.reshape(${shape('c')})`],
    mixHeads: ['Y = C @ W_O'],
  };
}
