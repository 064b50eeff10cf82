import type { Engine } from '../../../emscripten/package/contract.js';
import { History } from '../../lib/history.js';
import { LastRun } from '../../ui/last-run.js';
import type { Notice } from '../../ui/notice.js';
import { uiWords } from '../../ui/words/index.js';
import { differenceOfMean } from './dropout.js';
import { halfTrained } from './half-trained.js';
import { runMasks, type MasksRun } from './run.js';
import { keysOf, settleMasks, startOfMasks, type MasksState } from './state.js';
import { HalfTrainedSubject } from './subject.js';
import { words } from './words/index.js';

/** What a session needs of its element. */
interface MasksHost {
  readonly state: () => MasksState;
  readonly change: (state: MasksState) => void;
  readonly draw: () => void;
  readonly isConnected: () => boolean;
  /** The first run is there. */
  readonly onTrained: () => void;
}

/** The half-trained model, what it computes under the mask, and the learner's changes. */
export class MasksSession {
  readonly last = new LastRun<MasksState, MasksRun>((state) => this.change(state));
  /** How far the mean of many draws of dropout is from the weights without it; null until computed. */
  differenceOfMean: number | null = null;
  readonly history = new History<MasksState>();
  readonly #host: MasksHost;
  #engine: Engine | null = null;
  #subject: HalfTrainedSubject | null = null;

  constructor(host: MasksHost) {
    this.#host = host;
  }

  get run(): MasksRun | null {
    return this.last.run;
  }

  /** With the engine at first, and without it when the element comes back to the page. */
  async open(engine = this.#engine) {
    this.#engine = engine;
    if (!engine || this.#subject) return;
    const file = await halfTrained(engine);
    if (!this.#host.isConnected() || this.#subject) return;
    this.#subject = new HalfTrainedSubject(engine, file);
    this.compute();
    this.#host.onTrained();
  }

  end() {
    this.#subject?.dispose();
    this.#subject = null;
  }

  /** The learner changed it. @param control  a drag of it is one step of undo */
  change(state: MasksState, control?: string) {
    const after = settleMasks(state);
    this.history.recordChange(this.#host.state(), after, control);
    this.#host.change(after);
  }

  /** Chooses what to look at, which is not a step of undo. */
  show(change: Partial<MasksState>) {
    this.#host.change(settleMasks({ ...this.#host.state(), ...change }));
  }

  back(way: 'undo' | 'redo') {
    const state = this.history[way](this.#host.state());
    if (state) this.#host.change(state);
  }

  /** Computes the mean of many draws, which takes a while. */
  findDifferenceOfMean() {
    if (!this.run || !this.#subject) return;
    this.differenceOfMean = differenceOfMean(this.#subject, this.run.state);
    this.#host.draw();
  }

  compute() {
    const subject = this.#subject;
    if (!subject) return;
    const state = this.#host.state();
    this.last.compute(
      state,
      startOfMasks,
      (state) => (this.#findProblem(subject, state) ? null : runMasks(subject, state)),
      () => this.#findProblem(subject, state),
    );
    this.differenceOfMean = null;
    this.#host.draw();
  }

  /** Sentences that cannot be run. */
  #findProblem(subject: HalfTrainedSubject, state: MasksState): Notice | null {
    const keys = keysOf(state);
    if (Math.min(state.tokens.length, keys.length, state.context.length) === 0) {
      return { title: uiWords.problems.emptyTitle, why: uiWords.problems.empty };
    }
    const unknown = subject.unknown([...new Set([...state.tokens, ...keys, ...state.context])]);
    if (unknown.length === 0) return null;
    const { tokens, context } = startOfMasks;
    return {
      title: words.problems.unknownTitle(unknown),
      why: words.problems.unknown(subject.vocabulary),
      repair: {
        label: words.problems.useSentence,
        act: () => this.change({ ...this.#host.state(), tokens, context }),
      },
    };
  }
}
