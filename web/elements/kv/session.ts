import type { Engine } from '../../../emscripten/package/index.js';
import { History } from '../../lib/history.js';
import type { StartedWorker } from '../../lib/worker.js';
import { LastRun } from '../../ui/last-run.js';
import type { PredictionResult } from '../../ui/predict.js';
import { KvPrediction } from './prediction.js';
import { Conversions } from './conversions.js';
import { foundSoFar, type Found } from './found.js';
import { moveHead, usualGroups, type Groups } from './groups.js';
import { jobsOf } from './jobs.js';
import { KvModel } from './model.js';
import { runKv, type KvRun } from './run.js';
import { kvFormat, startOfKv, type Form, type KvState } from './state.js';
import { words } from './words/index.js';

/** What a session needs of its element. */
interface KvHost {
  readonly state: () => KvState;
  readonly change: (state: KvState) => void;
  readonly draw: () => void;
  readonly isConnected: () => boolean;
  readonly startWorker: () => StartedWorker;
  readonly sendAnswer: (result: PredictionResult) => void;
}

/** The trained layer and what is converted from it, the prediction, and the learner's changes. */
export class KvSession {
  /** Its run is null while the layer trains. */
  readonly last = new LastRun<KvState, KvRun>((state) => this.change(state));
  /** What the last move of a line did, or why it was not made. */
  note = '';
  readonly prediction = new KvPrediction();
  readonly history = new History<KvState>();
  readonly work: Conversions;
  readonly #host: KvHost;
  #engine: Engine | null = null;
  #model: KvModel | null = null;
  #trainedSeed: number | null = null;

  constructor(host: KvHost) {
    this.#host = host;
    this.work = new Conversions(host.startWorker, () => this.#onWork());
  }

  get run(): KvRun | null {
    return this.last.run;
  }

  get isOpen(): boolean {
    return this.#engine !== null;
  }

  open(engine: Engine) {
    this.#engine = engine;
    this.compute();
  }

  /** Ends the worker. The layer is trained again when the element comes back. */
  end() {
    this.work.end();
    this.#model?.dispose();
    this.#model = null;
    this.#trainedSeed = null;
  }

  /** The picture is still that of the layer before, or of one that has ended with its worker. */
  get isTraining(): boolean {
    return !this.#model || this.work.base?.seed !== this.#host.state().seed;
  }

  /** What converting costs; null until the reader has predicted. */
  get found(): Found | null {
    const { base } = this.work;
    return this.prediction.isPlaced && base
      ? foundSoFar(this.work, base, this.#host.state())
      : null;
  }

  change(change: Partial<KvState>, control: string | null = null) {
    const before = this.#host.state();
    const after = kvFormat.parse({ ...before, ...change });
    this.history.recordChange(before, after, control);
    this.note = '';
    this.#host.change(after);
  }

  /** Chooses a head to look at, which is not a step of undo. */
  choose(head: number) {
    this.note = '';
    this.#host.change({ ...this.#host.state(), head });
  }

  back(way: 'undo' | 'redo') {
    const state = this.history[way](this.#host.state());
    if (!state) return;
    this.note = '';
    this.#host.change(state);
  }

  /** The chosen head reads another column, in GQA. Elsewhere a sentence says why it does not. */
  read(form: Form, column: number, control: string | null = null) {
    const { head } = this.#host.state();
    const groups = this.#groups;
    if (form !== 'gqa') return this.#refuse(words.stage.refused[form]);
    if (groups[head] === column) return;
    const moved = moveHead(groups, head, column);
    if (!moved) return this.#refuse(words.stage.refused.alone(head, groups[head]!));
    this.change({ groups: moved, form: 'gqa' }, control);
    this.note = words.stage.moved(head, column);
  }

  /** The chosen head reads the column before or after. */
  readNext(form: Form, step: number) {
    const { head, kvHeads } = this.#host.state();
    this.read(form, Math.min(kvHeads - 1, Math.max(0, this.#groups[head]! + step)));
  }

  get #groups(): Groups {
    const { groups, kvHeads } = this.#host.state();
    return groups ?? usualGroups(kvHeads);
  }

  #refuse(why: string) {
    this.note = why;
    this.#host.draw();
  }

  guess(guess: number) {
    this.prediction.place(guess, this.#host.state());
    this.compute();
    this.#host.draw();
  }

  retry() {
    this.#trainedSeed = null;
    this.compute();
    this.#host.draw();
  }

  compute() {
    if (!this.#engine || !this.#host.isConnected()) return;
    const state = this.#host.state();
    if (state.seed !== this.#trainedSeed) return void this.#train(state.seed);
    if (!this.#model) return; // it trains
    const [engine, model] = [this.#engine, this.#model];
    this.last.compute(state, startOfKv, (state) => runKv(engine, model, state));
    this.#host.draw();
    if (!this.prediction.isPlaced || this.isTraining) return;
    this.work.want(jobsOf(this.prediction.predictedState ?? state, model));
  }

  async #train(seed: number) {
    this.#trainedSeed = seed;
    const base = await this.work.train(seed);
    if (!base || !this.#host.isConnected()) return;
    this.#model?.dispose();
    this.#model = new KvModel(this.#engine!, base.file);
    this.compute();
  }

  /** The worker has found something. */
  #onWork() {
    this.#host.draw();
    const { predictedState } = this.prediction;
    const { base } = this.work;
    const result =
      base && predictedState && this.prediction.grade(foundSoFar(this.work, base, predictedState));
    if (!result) return;
    this.#host.sendAnswer(result);
    this.compute(); // for the settings of now
  }
}
