import type { Attention, AttentionTrace, Engine } from '../../../../emscripten/package/index.js';
import { lessonModel } from '../../../lib/lesson/model.js';
import { largest, part } from '../../../lib/tensor-view.js';
import type { SandboxState } from '../state.js';
import { TrainedModel, type ModelAnswer } from '../trained-model.js';
import { inSandbox, type HeadsState } from './state.js';

/** The three questions that the figure asks at a word, as the model's relations. */
export const askedRelations = ['word before', 'subject', 'object'] as const;
export type AskedRelation = (typeof askedRelations)[number];

export interface HeadsAnswer extends ModelAnswer {
  readonly relation: AskedRelation;
  readonly isRight: boolean;
}

/** A run of the lesson's model with some heads removed or all tied. */
export interface HeadsRun {
  readonly state: SandboxState;
  readonly trace: AttentionTrace;
  /** By word: its answers, only where there is something to ask. */
  readonly answers: readonly (readonly HeadsAnswer[])[];
}

/** How many questions at a word are answered right. */
export interface Score {
  readonly right: number;
  readonly of: number;
}

/** Runs the lesson's model on its sentence. Keeps every run: there are two for each set of heads. */
export class HeadsModel {
  readonly #trained: TrainedModel;
  readonly #whole: Attention;
  #tied: Attention | null = null;
  readonly #runs = new Map<string, Pick<HeadsRun, 'trace' | 'answers'>>();

  /** @param file  the trained weights */
  constructor(engine: Engine, file: Uint8Array) {
    this.#trained = new TrainedModel(engine, file, () => {});
    this.#whole = this.#trained.layer(null);
  }

  run(state: HeadsState): HeadsRun {
    const key = `${state.removed.join()} ${state.tie}`;
    const run = this.#runs.get(key) ?? this.#compute(inSandbox(state));
    this.#runs.set(key, run);
    return { state: inSandbox(state), ...run };
  }

  #compute({ tokens, heads, removed, tie }: SandboxState) {
    const layer = tie ? (this.#tied ??= this.#whole.with({ tieHeads: true })) : this.#whole;
    const headMask = Array.from({ length: heads }, (_, head) => (removed.includes(head) ? 0 : 1));
    const trace = layer.trace(this.#trained.embed(tokens), { headMask });
    const answers = this.#trained.read(tokens, trace.output) ?? [];
    return { trace, answers: answers.map((own) => own.filter(isAsked).map(graded)) };
  }

  dispose() {
    this.#tied?.dispose();
    this.#whole.dispose();
    this.#trained.dispose();
  }
}

const isAsked = (answer: ModelAnswer): answer is ModelAnswer & { relation: AskedRelation } =>
  (askedRelations as readonly string[]).includes(answer.relation);

const graded = (answer: ModelAnswer & { relation: AskedRelation }): HeadsAnswer => ({
  ...answer,
  isRight: answer.answer === answer.wanted,
});

export const answersAt = ({ answers, state }: HeadsRun): readonly HeadsAnswer[] =>
  answers[state.query]!;

export function score(run: HeadsRun): Score {
  const own = answersAt(run);
  return { right: own.filter(({ isRight }) => isRight).length, of: own.length };
}

/** The head without which the model is most sure of a wrong answer; null if every answer stays right. */
export function worstLoss(model: HeadsModel, state: HeadsState) {
  const losses = Array.from({ length: lessonModel.heads }, (_, head) =>
    answersAt(model.run({ ...state, removed: [head], tie: false }))
      .filter(({ isRight }) => !isRight)
      .map((answer) => ({ head, answer })),
  ).flat();
  return losses.sort((a, b) => b.answer.probability - a.answer.probability)[0] ?? null;
}

/** The key that gets more than half of every head's weight at the query; null if there is none. */
export function commonKey({ state, trace }: HeadsRun): number | null {
  const rows = Array.from({ length: state.heads }, (_, h) => part(trace.weights, h, state.query));
  const key = largest(rows[0]!.data);
  return rows.every(({ data }) => data[key]! > 0.5) ? key : null;
}

/** What a head mostly reads: measured for heads with weights of their own only. */
export function measuredReading(head: number): {
  readonly relation: string;
  readonly share: number;
} {
  const shares = Float32Array.from(lessonModel.massOnAnswer[head]!);
  const most = largest(shares);
  return { relation: lessonModel.relations[most]!, share: shares[most]! };
}
