import type { AttentionTrace, Engine, Tensor } from '../../../emscripten/package/contract.js';
import { at, part } from '../../lib/tensor-view.js';
import { runAlignments, type Alignments } from './alignment.js';
import { runDropout, type DropoutRun } from './dropout.js';
import { alibi, editedMask, presetMask, tabOf, tabs, withTab, type Tab } from './presets.js';
import { heads, keysOf, type MasksState } from './state.js';
import type { Subject } from './subject.js';

/** One layer under one mask: everything that the figure shows, as the core computed it. */
export interface MasksRun {
  readonly engine: Engine;
  readonly state: MasksState;
  readonly tab: Tab;
  /** The words that are keys. */
  readonly keys: readonly string[];
  /** [T, S] of 1 and 0: the edited mask, also while it is not applied. */
  readonly seen: Tensor;
  /** [H, T, S], what is added to the scores: 0, minus a slope times distance, or minus infinity. */
  readonly added: Tensor;
  readonly count: Count;
  /** Without a mask and without ALiBi. */
  readonly before: AttentionTrace;
  readonly after: AttentionTrace;
  /** [H, T]: each row of weights added up. */
  readonly sums: Tensor;
  /** Of each head: the mean of the rows that have keys; NaN without any. */
  readonly entropy: readonly number[];
  /** The queries that see no key. */
  readonly blind: readonly number[];
  readonly chosen: ChosenRow;
  readonly others: readonly PresetRun[];
  readonly emptyRow: EmptyRow;
  readonly alignments: Alignments;
  readonly dropout: DropoutRun;
}

/** Pairs of a query and a key. */
export interface Count {
  readonly all: number;
  readonly seen: number;
  /** What the preset shows, and what was hidden and shown by hand. */
  readonly preset: number;
  readonly hidden: number;
  readonly shown: number;
}

/** The chosen head's row of the chosen query, from scores to weights. [S] each. */
export interface ChosenRow {
  readonly scores: Float32Array;
  readonly added: Float32Array;
  readonly sums: Float32Array;
  /** The largest sum; minus infinity where all keys are hidden. */
  readonly maximum: number;
  readonly exponentials: Float32Array;
  readonly before: Float32Array;
  readonly after: Float32Array;
  /** The weight that hidden keys had, and what was left for the others. */
  readonly lost: number;
  readonly left: number;
}

/** The same layer under a preset that is not edited. */
export interface PresetRun {
  readonly tab: Tab;
  readonly state: MasksState;
  readonly trace: AttentionTrace;
}

/**
 * The weights of a query without keys in the chosen head, computed in three ways: with the rule for
 * empty rows, with softmax alone, and with −10⁹.
 */
export interface EmptyRow {
  /** Whether the mask hides all its keys; otherwise this is what would happen. */
  readonly isEmpty: boolean;
  readonly ways: readonly { readonly weights: Float32Array; readonly sum: number }[];
}

/** What is often written instead of minus infinity. */
const largeNegative = -1e9;

export function runMasks(subject: Subject, state: MasksState): MasksRun {
  const { engine } = subject;
  const { tensor } = engine;
  const seen = editedMask(state);
  const applied = state.masked ? seen : tensor.ones(seen.shape);
  const bias = state.masked ? biasOf(engine, state) : null;
  const before = subject.once('before', [state.tokens, keysOf(state)], () =>
    traceLayer(subject, state),
  );
  const after = traceLayer(subject, state, { mask: applied, bias });
  const nothing = tensor.zeros([heads, ...seen.shape]);
  const added = tensor.where(applied, bias ?? nothing, -Infinity);
  const visible = tensor.sum(applied, { axis: -1 }).data;
  return {
    ...{ engine, state, seen, added, before, after },
    tab: tabOf(state),
    keys: keysOf(state),
    count: countPairs(engine, state, seen),
    sums: tensor.sum(after.weights, { axis: -1 }),
    entropy: meanEntropy(engine, after.weights, visible),
    blind: state.tokens.flatMap((_, row) => (visible[row] === 0 ? [row] : [])),
    chosen: readChosen(engine, { before, after, added }, state),
    others: tabs
      .filter((tab) => tab !== tabOf(state))
      .map((tab) => runPreset(subject, withTab(state, tab), tab)),
    emptyRow: runEmptyRow(subject, state, { applied, bias, isEmpty: visible[state.row] === 0 }),
    alignments: runAlignments(subject, state),
    dropout: runDropout(subject, state),
  };
}

const biasOf = (engine: Engine, state: MasksState): Tensor | null =>
  state.preset === 'alibi' ? alibi(engine, state) : null;

function traceLayer(
  { layer, embed }: Subject,
  { tokens, keys, context }: MasksState,
  { mask, bias }: { mask?: Tensor; bias?: Tensor | null } = {},
): AttentionTrace {
  return layer.trace(embed(tokens), {
    ...(keys === 'another' ? { context: embed(context) } : {}),
    ...(mask ? { mask } : {}),
    ...(bias ? { scoreBias: { shape: [1, ...bias.shape], data: bias.data } } : {}),
  });
}

function countPairs({ tensor }: Engine, state: MasksState, seen: Tensor): Count {
  const preset = presetMask(state);
  const both = at(tensor.sum(tensor.multiply(preset, seen)));
  const [ofPreset, ofSeen] = [preset, seen].map((mask) => at(tensor.sum(mask))) as [number, number];
  return {
    all: seen.data.length,
    seen: ofSeen,
    preset: ofPreset,
    hidden: ofPreset - both,
    shown: ofSeen - both,
  };
}

/** Rows without keys have no entropy. */
function meanEntropy(
  { tensor, measure }: Engine,
  weights: Tensor,
  visible: Float32Array,
): readonly number[] {
  const isThere = Float32Array.from(visible, (keys) => Number(keys > 0));
  const entropy = tensor.multiply(measure.entropy(weights), tensor.array(isThere));
  const mean = tensor.divide(tensor.sum(entropy, { axis: -1 }), tensor.sum(isThere));
  return Array.from(mean.data);
}

function readChosen(
  { tensor }: Engine,
  run: Pick<MasksRun, 'before' | 'after' | 'added'>,
  { head, token }: MasksState,
): ChosenRow {
  const row = (of: Tensor) => part(of, head, token);
  const sums = row(run.after.maskedScores);
  const maximum = at(tensor.max(sums));
  const [before, added] = [row(run.before.weights), row(run.added)];
  const isSeen = Float32Array.from(added.data, (value) => Number(value !== -Infinity));
  const left = tensor.sum(tensor.multiply(before, isSeen));
  return {
    scores: row(run.before.scores).data,
    added: added.data,
    sums: sums.data,
    maximum,
    exponentials: tensor.exp(tensor.subtract(sums, maximum === -Infinity ? 0 : maximum)).data,
    before: before.data,
    after: row(run.after.weights).data,
    left: at(left),
    lost: at(tensor.subtract(1, left)),
  };
}

function runPreset(subject: Subject, state: MasksState, tab: Tab): PresetRun {
  const { tokens, context, length } = state;
  return subject.once(`preset ${tab}`, [tokens, context, length, state.keys], () => ({
    ...{ tab, state },
    trace: traceLayer(subject, state, {
      mask: presetMask(state),
      bias: biasOf(subject.engine, state),
    }),
  }));
}

function runEmptyRow(
  subject: Subject,
  state: MasksState,
  { applied, bias, isEmpty }: { applied: Tensor; bias: Tensor | null; isEmpty: boolean },
): EmptyRow {
  const { tensor } = subject.engine;
  const { tokens, row, head } = state;
  const rows = Float32Array.from({ length: tokens.length }, (_, each) => Number(each !== row));
  const mask = tensor.multiply(applied, tensor.reshape(rows, [-1, 1]));
  const guarded = traceLayer(subject, state, { mask });
  const large = tensor.where(mask, bias ?? tensor.zeros([heads, ...mask.shape]), largeNegative);
  const instead = traceLayer(subject, state, { bias: large });
  const ofRow = (of: Tensor) => part(of, head, row);
  return {
    isEmpty,
    ways: [
      ofRow(guarded.weights),
      tensor.softmax(ofRow(guarded.maskedScores)),
      ofRow(instead.weights),
    ].map((weights) => ({ weights: weights.data, sum: at(tensor.sum(weights)) })),
  };
}
