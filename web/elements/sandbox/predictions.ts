import type { SandboxState } from './state.js';
import { weightAt, type SandboxModel, type SandboxRun } from './run.js';
import { effect, isOn, type Effect, type Experiment } from './experiments.js';
import type { Question } from '../../ui/predict.js';
import { words } from './words/index.js';

export type PredictionId = keyof (typeof words)['predict']['ask'];

/** A range of answers: numbers under `below` that are not in an earlier range. */
export interface Option {
  readonly label: string;
  readonly below: number;
}

/** A question before a change. The right option is computed, never stored. */
export interface Prediction extends Question {
  readonly id: PredictionId;
  readonly experiment: Experiment;
  /** The changed setting. */
  readonly setting: Partial<SandboxState>;
  readonly options: readonly Option[];
}

/**
 * The question before going from this run to `next`; null if the change has none. What is said of the
 * answer is true of layers without edits.
 */
export function prediction(run: SandboxRun, next: SandboxState): Prediction | null {
  const experiment = predicted.find((id) => {
    const name = settings[id];
    return isOn(next, id) && next[name] !== run.state[name];
  });
  const question = experiment && questions[experiment](run, next);
  if (!question || run.state.edits.length > 0) return null;
  const name = settings[experiment];
  const act = words.predict.act[question.id];
  return { experiment, setting: { [name]: next[name] }, act, ...question };
}

/** The experiments with a prediction, and the setting that each changes. */
const settings = {
  tie: 'tie',
  causal: 'causal',
  scale: 'scale',
  combine: 'combine',
  output: 'outputProjection',
} as const satisfies Partial<Record<Experiment, keyof SandboxState>>;
type Predicted = keyof typeof settings;
const predicted = Object.keys(settings) as Predicted[];

/** Smaller numbers are printed as 0, and 0 would be “about the same”. */
const least = 0.005;

type OwnQuestion = Pick<Prediction, 'id' | 'ask' | 'options'> | null;

const questions: Record<Predicted, (run: SandboxRun, next: SandboxState) => OwnQuestion> = {
  tie({ state, diversity }) {
    const { ask, options: say } = words.predict;
    const now = diversity?.mean ?? 0;
    if (now < least) return null;
    return {
      id: 'tie',
      ask: ask.tie(state.heads, now),
      options: [
        { label: say.zero, below: 0.005 },
        { label: say.half, below: 0.75 * now },
        { label: say.same, below: Infinity },
      ],
    };
  },

  causal(run) {
    const { ask, options: say } = words.predict;
    const { head, tokens } = run.state;
    const now = weightAt(run, head, 0, 0);
    if (tokens.length === 1) return null;
    return {
      id: 'causal',
      ask: ask.causal(tokens[0]!, head, now),
      options: [
        { label: say.lower, below: 0.95 * now },
        { label: say.same, below: 1.05 * now },
        { label: say.more, below: 0.995 },
        { label: say.one, below: Infinity },
      ].filter(({ label }) => label !== say.same || now < 0.95), // else 1 is about the same
    };
  },

  scale({ state, meanEntropy: now, dHead }, { scale }) {
    const { dModel, embeddingScale } = state;
    if (now < least || embeddingScale === 0 || scale === 'sqrt-d-head') return null;
    const divisors = { 'sqrt-d-head': dHead, 'sqrt-d-model': dModel, none: 1 };
    const divisor = divisors[state.scale];
    if (divisor === divisors[scale]) return null;
    const { ask, options: say } = words.predict;
    return {
      id: `scale-${scale}`,
      ask:
        scale === 'none' ? ask['scale-none'](divisor, now) : ask['scale-sqrt-d-model'](dModel, now),
      options: [
        { label: say.lower, below: 0.95 * now },
        { label: say.same, below: 1.05 * now },
        { label: say.higher, below: Infinity },
      ],
    };
  },

  combine({ state, dHead }) {
    if (state.heads === 1) return null;
    const options = sizes(state.heads, dHead, state.dModel);
    return { id: 'combine', ask: words.predict.ask.combine(state.heads, dHead), options };
  },

  output({ state, dHead }) {
    if (state.heads === 1 || state.combine !== 'concat') return null;
    const options = sizes(0, dHead, state.dModel);
    return { id: 'output', ask: words.predict.ask.output(state.head, state.dModel), options };
  },
};

const sizes = (...values: number[]): Option[] =>
  [...new Set(values)]
    .sort((a, b) => a - b)
    .map((value) => ({ label: String(value), below: value + 0.5 }));

/** Computes the number before and after the change, and the right option. */
export function answer(
  model: SandboxModel,
  run: SandboxRun,
  { id, experiment, setting, options }: Prediction,
): Effect & { option: Option | undefined } {
  const next = { ...run.state, ...setting };
  const moved =
    id === 'causal'
      ? {
          before: weightAt(run, next.head, 0, 0),
          after: weightAt(model.run(next), next.head, 0, 0),
        }
      : {
          before: effect(model, run.state, experiment).after,
          after: effect(model, next, experiment).after,
        };
  return { ...moved, option: options.find(({ below }) => moved.after < below) };
}
