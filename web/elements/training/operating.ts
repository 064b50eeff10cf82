import { makeQuestion, type OperationQuestion } from './operations.js';
import type { Operation } from '../../lib/training/operation.js';
import type { Outcome } from './surgery.js';
import type { TrainingRace } from './race.js';
import type { RunName } from './state.js';
import type { PredictionResult, Verdict } from '../../ui/predict.js';
import { words } from './words/index.js';

/** An operation and its outcome. */
interface CompletedOperation {
  readonly run: RunName;
  readonly operation: Operation;
  /** How many steps the model was trained after the operation. */
  readonly further: number;
  readonly outcome: Outcome;
}

/** How many operations are listed. */
const maxCompleted = 12;

/** The chosen model, the operation that waits for a prediction, and past operations. */
export class Operating {
  run: RunName = 'a';
  operation: Operation | null = null;
  verdict: Verdict | null = null;
  /** Newest first. */
  completed: readonly CompletedOperation[] = [];
  /** How many steps the last pooled model was trained; null if there is none. */
  pooledSteps: number | null = null;
  #isTrainingPooled = false;

  readonly #race: TrainingRace;

  constructor(race: TrainingRace) {
    this.#race = race;
  }

  /** Clears everything, because the models have changed. */
  forget() {
    this.choose(null);
    this.completed = [];
  }

  choose(operation: Operation | null) {
    this.operation = operation;
    this.verdict = this.pooledSteps = null;
  }

  chooseModel(run: RunName) {
    this.run = run;
    this.choose(null);
  }

  get question(): OperationQuestion | null {
    const { records } = this.#race;
    if (!this.operation || !records) return null;
    return makeQuestion(this.operation, records[this.run].model, words.surgery);
  }

  /** Runs the operation and grades the prediction. */
  async grade(guess: number): Promise<PredictionResult | null> {
    const { question, operation, run } = this;
    const { at, records } = this.#race;
    const finding = records?.[run].findingAt(at);
    if (!question || !operation || !finding) return null;
    const after = await this.#race.operate(run, operation);
    if (!after || operation !== this.operation) return null;
    const { model } = records![run];
    const outcome = { before: finding.accuracy, after, chance: model.chance.accuracy };
    const correct = question.answer(outcome) === guess;
    this.#add({ run, operation, further: 0, outcome });
    this.choose(null);
    this.verdict = {
      correct,
      get words() {
        return words.surgery.outcome(outcome, model.relations);
      },
    };
    this.pooledSteps = operation.kind === 'pool' ? 0 : null;
    const answer = question.options[guess]!.label;
    return { question: `operation:${operation.kind}`, answer, correct };
  }

  /** Trains the last pooled model until it has had `steps` steps. @return the outcome in words */
  async trainPooled(steps: number): Promise<string> {
    const [last] = this.completed;
    if (this.pooledSteps === null || !last || this.#isTrainingPooled) return '';
    this.#isTrainingPooled = true;
    const after = await this.#race.trainPooled(steps - this.pooledSteps);
    this.#isTrainingPooled = false;
    if (!after || last !== this.completed[0]) return '';
    const { model } = this.#race.records![last.run];
    this.pooledSteps = steps;
    this.#add({ ...last, further: steps, outcome: { ...last.outcome, after } });
    return words.surgery.furtherOutcome(steps, after, model.relations);
  }

  #add(completed: CompletedOperation) {
    this.completed = [completed, ...this.completed].slice(0, maxCompleted);
  }
}
