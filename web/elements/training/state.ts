import type { TrainerConfig } from '../../../emscripten/package/contract.js';
import {
  invertedFlag,
  decimal,
  readObject,
  flag,
  flagNames,
  fieldNames,
  oneOf,
  orNull,
  readFields,
  seed,
  integer,
  writeFields,
  type Fields,
} from '../../lib/state-fields.js';
import type { StateFormat } from '../../lib/state-format.js';

/** The settings of one run. */
export interface RunSettings {
  readonly heads: number;
  readonly dModel: number;
  /** null for the task's default. */
  readonly layers: number | null;
  readonly tie: boolean;
  /** The projections that all heads share, as letters: 'kv'. */
  readonly share: string;
  readonly combine: 'concat' | 'sum';
  readonly outputProjection: boolean;
  readonly scale: 'sqrt-d-head' | 'sqrt-d-model' | 'none';
  readonly optimizer: 'adam' | 'sgd';
  /** null for the task's default. */
  readonly rate: number | null;
  /** All heads start with equal weights, plus `noise`. */
  readonly equalStart: boolean;
  readonly noise: number;
}

/** The state of the bench, as plain JSON: enough to run the same again. */
export interface TrainingState {
  readonly task: TrainerConfig['task'];
  readonly seed: number;
  /** How many steps both train; null for the task's default. */
  readonly steps: number | null;
  readonly pace: Pace;
  readonly a: RunSettings;
  /** The settings in which run B differs from A, except the task's default comparison. */
  readonly b: Partial<RunSettings>;
}

/** Steps per second. */
export type Pace = '30' | '60' | 'all';
/** The displayed name of a run. */
export const runLabel = (run: RunName): string => run.toUpperCase();
export const runNames = ['a', 'b'] as const;
export type RunName = (typeof runNames)[number];

export const limits = { heads: 64, dModel: 256, layers: 4, steps: 4000 } as const;

export const defaultRun: RunSettings = {
  heads: 4,
  dModel: 32,
  layers: null,
  tie: false,
  share: '',
  combine: 'concat',
  outputProjection: true,
  scale: 'sqrt-d-head',
  optimizer: 'adam',
  rate: null,
  equalStart: false,
  noise: 0,
};

export const defaultTraining: TrainingState = {
  task: 'relations',
  seed: 1,
  steps: null,
  pace: '30',
  a: defaultRun,
  b: {},
};

const commonFields: Fields<Omit<TrainingState, 'a' | 'b'>> = {
  task: ['task', oneOf('relations', 'relations-and-digit', 'induction', 'sentences')],
  seed: ['seed', seed],
  steps: ['steps', orNull(integer(1, limits.steps))],
  pace: ['pace', oneOf('30', '60', 'all')],
};

export const shares = ['', 'q', 'k', 'v', 'qk', 'qv', 'kv', 'qkv'] as const;

const runFields: Fields<RunSettings> = {
  heads: ['heads', integer(1, limits.heads)],
  dModel: ['d-model', integer(1, limits.dModel)],
  layers: ['layers', orNull(integer(1, limits.layers))],
  tie: ['tie', flag],
  share: ['share', oneOf<string>(...shares)],
  combine: ['combine', oneOf('concat', 'sum')],
  outputProjection: ['no-output-projection', flag, invertedFlag],
  scale: ['scale', oneOf('sqrt-d-head', 'sqrt-d-model', 'none')],
  optimizer: ['optimizer', oneOf('adam', 'sgd')],
  // The core checks the exact range; learners see its message.
  rate: ['rate', orNull(decimal(-1000, 1000))],
  equalStart: ['equal-start', flag],
  noise: ['noise', decimal(0, 10)],
};

const rivalPrefix = 'b-';
const withRivalNames = (names: readonly string[]) => [
  ...names,
  ...names.map((name) => rivalPrefix + name),
];

/** Makes a valid state from anything. Invalid fields are taken from `base`. */
export function parseTraining(
  input: unknown,
  base: TrainingState = defaultTraining,
): TrainingState {
  const { a, b, ...flat } = readObject(input);
  const rivalValues = Object.entries(flat)
    .filter(([name]) => name.startsWith(rivalPrefix))
    .map(([name, value]) => [name.slice(rivalPrefix.length), value]);
  return {
    ...base,
    ...readFields(flat, commonFields),
    a: { ...base.a, ...readFields(flat, runFields), ...readFields(a, runFields) },
    b:
      b === undefined
        ? { ...base.b, ...readFields(Object.fromEntries(rivalValues), runFields) }
        : readFields(b, runFields),
  };
}

/** How run B differs by default: one head with as many parameters, or one layer instead of two. */
const rivals: Readonly<Record<TrainingState['task'], Partial<RunSettings>>> = {
  relations: { heads: 1 },
  'relations-and-digit': { heads: 1 },
  sentences: { heads: 1 },
  induction: { layers: 1 },
};

/** In measured runs, four heads solved the task at about this step. */
const defaultSteps: Readonly<Record<TrainingState['task'], number>> = {
  relations: 300,
  'relations-and-digit': 400,
  induction: 300,
  sentences: 600,
};
export const stepLimit = ({ steps, task }: TrainingState): number => steps ?? defaultSteps[task];

export const runSettings = (state: TrainingState, run: RunName): RunSettings =>
  run === 'a' ? state.a : { ...state.a, ...rivals[state.task], ...state.b };

/** Changes run B. Settings with its default value are removed. */
export function withRival(state: TrainingState, change: Partial<RunSettings>): TrainingState {
  const defaults: RunSettings = { ...state.a, ...rivals[state.task] };
  const b = Object.fromEntries(
    Object.entries({ ...state.b, ...change }).filter(
      ([key, value]) => value !== defaults[key as keyof RunSettings],
    ),
  );
  return { ...state, b };
}

/** The config for the core. */
export function trainerConfig(state: TrainingState, run: RunName): TrainerConfig {
  const settings = runSettings(state, run);
  const { heads, dModel, layers, tie, share, combine, outputProjection, scale } = settings;
  return {
    task: state.task,
    seed: state.seed,
    numHeads: heads,
    dModel,
    ...(layers === null ? {} : { numLayers: layers }),
    ...(tie ? { tieHeads: true } : {}),
    ...(share === '' ? {} : { share: [...share] as ('q' | 'k' | 'v')[] }),
    ...(combine === 'concat' ? {} : { combine }),
    ...(outputProjection ? {} : { outputProjection }),
    ...(scale === 'sqrt-d-head' ? {} : { scale }),
    ...(settings.optimizer === 'adam' ? {} : { optimizer: settings.optimizer }),
    ...(settings.rate === null ? {} : { learningRate: settings.rate }),
    ...(settings.equalStart ? { symmetricStart: true, startNoise: settings.noise } : {}),
  };
}

/** The settings of run B have the same names as those of run A, with the prefix `b-`. */
export const trainingFormat: StateFormat<TrainingState> = {
  tag: 'mh-training',
  names: [...fieldNames(commonFields), ...withRivalNames(fieldNames(runFields))],
  flags: withRivalNames(flagNames(runFields)),
  start: defaultTraining,
  parse: parseTraining,
  toParameters: (state) => ({
    ...writeFields(state, defaultTraining, commonFields),
    ...writeFields(state.a, defaultRun, runFields),
    ...Object.fromEntries(
      Object.entries(writeFields(state.b, {}, runFields)).map(([name, text]) => [
        rivalPrefix + name,
        text,
      ]),
    ),
  }),
};

/** Whether two states train the same, apart from the number of steps and the pace. */
export function isSameRace(one: TrainingState, other: TrainingState): boolean {
  const core = ({ task, seed, a, b }: TrainingState) => JSON.stringify({ task, seed, a, b });
  return core(one) === core(other);
}
