import type { Engine, Tensor } from '../../../emscripten/package/contract.js';
import { heads, keysOf, pair, settleMasks, type MasksState, type Preset } from './state.js';

/** The tabs above the picture: the presets, and all keys of another sentence. */
export const tabs = ['none', 'causal', 'lengths', 'cross', 'alibi'] as const;
export type Tab = (typeof tabs)[number];

export const tabOf = ({ preset, keys }: MasksState): Tab =>
  preset === 'none' && keys === 'another' ? 'cross' : preset;

/** The state as a tab begins: nothing is edited. */
export function withTab(state: MasksState, tab: Tab): MasksState {
  const keys = tab === 'cross' ? 'another' : tab === 'lengths' ? state.keys : 'same';
  const preset = tab === 'cross' ? 'none' : tab;
  return settleMasks({ ...state, preset, keys, turned: [], masked: true });
}

/** Which keys a query may see, before anything is edited. */
const mayBeSeen: Record<Preset, (row: number, column: number, length: number) => boolean> = {
  none: () => true,
  causal: (row, column) => column <= row,
  lengths: (_row, column, length) => column < length,
  alibi: (row, column) => column <= row,
};

/** [T, S] of 1 and 0: the preset's mask. */
export function presetMask(state: MasksState): Tensor {
  const seen = mayBeSeen[state.preset];
  return matrix(state, (row, column) => seen(row, column, state.length));
}

/** [T, S] of 1 and 0: the preset's mask with every edit. */
export function editedMask(state: MasksState): Tensor {
  const seen = mayBeSeen[state.preset];
  const turned = new Set(state.turned);
  return matrix(
    state,
    (row, column) => seen(row, column, state.length) !== turned.has(pair(row, column)),
  );
}

function matrix(state: MasksState, seen: (row: number, column: number) => boolean): Tensor {
  const [T, S] = [state.tokens.length, keysOf(state).length];
  const data = Float32Array.from({ length: T * S }, (_, i) =>
    Number(seen(Math.floor(i / S), i % S)),
  );
  return { shape: [T, S], data };
}

/** The state after cells of the mask were painted: all may be seen, or none. */
export function paintPairs(
  state: MasksState,
  cells: readonly { readonly row: number; readonly column: number }[],
  seen: boolean,
): MasksState {
  const before = editedMask(state);
  const S = before.shape[1]!;
  const turned = new Set(state.turned);
  for (const { row, column } of cells) {
    if ((before.data[row * S + column] === 1) === seen) continue;
    const cell = pair(row, column);
    if (!turned.delete(cell)) turned.add(cell);
  }
  return settleMasks({ ...state, turned: [...turned], masked: true });
}

/** ALiBi's slope of each head (Press, Smith and Lewis 2022): 1/4, 1/16, 1/64, 1/256 of four. */
export const slopes = ({ formulas }: Engine): readonly number[] =>
  Array.from({ length: heads }, (_, h) =>
    formulas.evaluate('2^(-8 * (h + 1) / H)', { h, H: heads }),
  );

/** [H, T, S], what ALiBi adds to the scores: minus slope times distance. */
export function alibi(engine: Engine, { tokens }: MasksState): Tensor {
  const { tensor } = engine;
  const at = tensor.arange(tokens.length);
  const apart = tensor.subtract(tensor.reshape(at, [-1, 1]), at);
  const distance = tensor.sqrt(tensor.multiply(apart, apart));
  const slope = tensor.reshape(tensor.array([...slopes(engine)]), [heads, 1, 1]);
  return tensor.multiply(tensor.multiply(distance, slope), -1);
}
