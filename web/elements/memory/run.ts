import type {
  Attention,
  Engine,
  OnlineTrace,
  ScheduleStep,
  ScheduleTrace,
  Tensor,
} from '../../../emscripten/package/contract.js';
import { largestDifference } from '../../lib/largest-difference.js';
import { at, largestMagnitude, part } from '../../lib/tensor-view.js';
import { followPages, type PageMoment } from './pages.js';
import { scheduleNames, scheduleOf, type MemoryState, type ScheduleName } from './state.js';

/** What does not depend on the step: one layer, run in all five orders. */
export interface Runs {
  readonly schedules: Readonly<Record<ScheduleName, ScheduleTrace>>;
  /** The largest |difference| of an output from plain's, and of any two outputs. */
  readonly differences: Readonly<Record<ScheduleName, number>>;
  readonly largestDifference: number;
  /** What the core promises: 1e-6 of the largest output. */
  readonly bound: number;
  /** Bytes moved if every new token runs the plain way over all tokens so far. */
  readonly uncached: number;
  /** [H, T, D] */
  readonly q: Tensor;
  readonly k: Tensor;
  readonly v: Tensor;
  readonly heads: Tensor;
  /** [H, T, T]; hidden scores are -Infinity. */
  readonly scores: Tensor;
  readonly weights: Tensor;
  /** Row by row in tiles of keys, and with all keys at once. */
  readonly tiles: OnlineTrace;
  readonly whole: OnlineTrace;
  readonly pages: readonly PageMoment[];
  /** [H, N, D]: keys and values of the other sequence in the pages. */
  readonly otherK: Tensor;
  readonly otherV: Tensor;
}

/** Everything that the figure shows. */
export interface MemoryRun extends Runs {
  readonly engine: Engine;
  readonly state: MemoryState;
  readonly schedule: ScheduleTrace;
  /** The steps so far, the shown one last. */
  readonly done: readonly ScheduleStep[];
  readonly step: ScheduleStep;
  readonly stepIndex: number;
  /** Bytes and multiplications up to and with this step. */
  readonly read: number;
  readonly written: number;
  readonly multiplications: number;
  /** The query in question, one of the step's. */
  readonly query: number;
  /** The tensors of the chosen head: [T, D] and [T, T]. */
  readonly head: Readonly<Record<'q' | 'k' | 'v' | 'output' | 'scores' | 'weights', Tensor>>;
  /** The ends of the two signed scales, the same for every head and step. */
  readonly limits: { readonly numbers: number; readonly scores: number };
  readonly row: readonly RowStep[];
}

/** What a row of scores remembers after a tile of keys. */
export interface RowStep {
  readonly firstKey: number;
  readonly keys: number;
  /** The largest score of these keys; the largest so far. */
  readonly largest: number;
  readonly max: number;
  /** exp(old maximum - new maximum). */
  readonly shrink: number;
  readonly sum: number;
  /** What these keys add to the sum. */
  readonly added: number;
  /** [D], not yet divided by the sum. */
  readonly mix: Float32Array;
}

/** Runs a layer in all five orders. @param x, other  [T, dModel] of the two sequences */
export function runAll(
  engine: Engine,
  layer: Attention,
  x: Tensor,
  other: Tensor,
  state: MemoryState,
): Runs {
  const causal = { causal: true };
  const [count = 0] = x.shape;
  const schedules = Object.fromEntries(
    scheduleNames.map((name) => [name, layer.traceSchedule(x, scheduleOf(name, state), causal)]),
  ) as Record<ScheduleName, ScheduleTrace>;
  const outputs = scheduleNames.map((name) => schedules[name].output);
  const apart = (a: Tensor, b: Tensor) => largestDifference(engine, a, b);
  const { q, k, v, maskedScores, weights, heads } = layer.trace(x, causal);
  const others = layer.trace(other, causal);
  const online = (keys: number) => layer.traceOnline(x, { queries: count, keys }, causal);
  return {
    ...{ schedules, weights, heads, q, k, v, scores: maskedScores },
    differences: Object.fromEntries(
      scheduleNames.map((name) => [name, apart(schedules.plain.output, schedules[name].output)]),
    ) as Record<ScheduleName, number>,
    largestDifference: Math.max(...outputs.flatMap((a) => outputs.map((b) => apart(a, b)))),
    bound: at(engine.tensor.multiply([largestMagnitude(schedules.plain.output)], 1e-6)),
    uncached: moveWithoutCache(engine, layer, x),
    tiles: online(state.tile),
    whole: online(count),
    pages: followPages(layer, x, other, state.page, engine),
    otherK: others.k,
    otherV: others.v,
  };
}

function moveWithoutCache({ tensor }: Engine, layer: Attention, x: Tensor): number {
  const tokens = Array.from({ length: x.shape[0]! }, (_, i) => i + 1);
  const moved = tokens.map((count) => {
    const soFar = tensor.slice(x, [[0, count]]);
    return layer.traceSchedule(soFar, { kind: 'plain' }, { causal: true });
  });
  return moved.reduce((sum, { read, written }) => sum + read + written, 0);
}

/** The run at one step, with one query in question. */
export function lookAt(engine: Engine, runs: Runs, state: MemoryState): MemoryRun {
  const schedule = runs.schedules[state.schedule];
  const stepIndex = Math.min(state.step, schedule.steps.length - 1);
  const done = schedule.steps.slice(0, stepIndex + 1);
  const step = schedule.steps[stepIndex]!;
  const query = Math.max(
    step.firstQuery,
    Math.min(state.query, step.firstQuery + step.queries - 1),
  );
  const of = (tensor: Tensor) => part(tensor, state.head);
  const numbers = [runs.q, runs.k, runs.v, runs.heads, runs.otherK, runs.otherV];
  return {
    ...runs,
    ...{ engine, state, schedule, done, step, stepIndex, query },
    read: sum(done, (each) => movedBytes(each, 'fast')),
    written: sum(done, (each) => movedBytes(each, 'slow')),
    multiplications: sum(done, ({ multiplications }) => multiplications),
    head: {
      ...{ q: of(runs.q), k: of(runs.k), v: of(runs.v), output: of(runs.heads) },
      ...{ scores: of(runs.scores), weights: of(runs.weights) },
    },
    limits: {
      numbers: Math.max(...numbers.map(largestMagnitude)),
      scores: largestMagnitude(runs.scores),
    },
    row: readRow(engine, runs, state, query),
  };
}

/** The bytes that a step moves into one of the memories. */
export const movedBytes = ({ moves }: ScheduleStep, to: 'fast' | 'slow'): number =>
  sum(moves, (move) => (move.to === to ? move.bytes : 0));

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

/** The query's row, tile by tile in tiles, else with all its keys at once. */
function readRow(
  { tensor }: Engine,
  { tiles, whole, scores }: Runs,
  { schedule, head, tile }: MemoryState,
  query: number,
): readonly RowStep[] {
  const isTiled = schedule === 'tiled';
  const trace = isTiled ? tiles : whole;
  const size = isTiled ? tile : query + 1;
  const row = part(scores, head, query);
  return Array.from({ length: Math.ceil((query + 1) / size) }, (_, i): RowStep => {
    const firstKey = i * size;
    const keys = Math.min(size, query + 1 - firstKey);
    const own = tensor.slice(row, [[firstKey, firstKey + keys]]);
    const max = at(trace.runningMax, head, i, query);
    return {
      ...{ firstKey, keys, max },
      largest: at(tensor.max(own)),
      shrink: at(trace.rescale, head, i, query),
      sum: at(trace.runningSum, head, i, query),
      added: at(tensor.sum(tensor.exp(tensor.subtract(own, max)))),
      mix: part(trace.partial, head, i, query).data,
    };
  });
}

/** What a query of the step has added up after this step. */
export function rowNow(run: MemoryRun, query: number) {
  const { state, step, tiles, whole } = run;
  const isTiled = state.schedule === 'tiled';
  const trace = isTiled ? tiles : whole;
  const tileIndex = isTiled ? Math.floor(step.firstKey / state.tile) : 0;
  return {
    max: at(trace.runningMax, state.head, tileIndex, query),
    sum: at(trace.runningSum, state.head, tileIndex, query),
    mix: part(trace.partial, state.head, tileIndex, query).data,
  };
}

/** The shown step if it computes for the query, else the first that does. */
export function stepFor(run: MemoryRun, query: number): number {
  const { step, stepIndex, state } = run;
  return computesFor(step, query) ? stepIndex : firstStepOf(run, state.schedule, query);
}

/** The step of a schedule that first computes for a query. */
export function firstStepOf({ schedules }: Runs, name: ScheduleName, query: number): number {
  const { steps } = schedules[name];
  return Math.max(
    0,
    steps.findIndex((step) => computesFor(step, query)),
  );
}

const computesFor = ({ firstQuery, queries }: ScheduleStep, query: number): boolean =>
  firstQuery <= query && query < firstQuery + queries;
