import type { Refusal } from '../../lib/training/service.js';
import type { StartedWorker } from '../../lib/worker.js';
import { RunRecord, type RunRecords } from './record.js';
import { TrainingRemote } from './remote.js';
import { defaultTraining, runNames, trainerConfig, type TrainingState } from './state.js';

/** Two runs in a worker, and all that they have reported. */
export class RecordedRuns {
  /** null before the first runs were created. */
  records: RunRecords | null = null;
  settings: TrainingState = defaultTraining;
  readonly remote: TrainingRemote;
  /** Models are saved every `#stride` steps, so only these can be measured later. */
  #stride = 1;

  constructor(start: () => StartedWorker) {
    this.remote = new TrainingRemote(start);
  }

  /** The steps of the longer run. They differ if one has diverged. */
  get steps(): number {
    return this.records ? Math.max(this.records.a.steps, this.records.b.steps) : 0;
  }

  get haveEnded(): boolean {
    return !!this.records && runNames.every((run) => this.records![run].divergedAt !== null);
  }

  /** Replaces the runs. If the core refuses the settings, the old runs stay. @return why */
  async create(state: TrainingState): Promise<Refusal | null> {
    const configs = runNames.map((run) => trainerConfig(state, run));
    const { models, refusal } = await this.remote.call((remote) => remote.make(configs));
    if (!refusal) {
      this.settings = state;
      this.records = { a: new RunRecord(models[0]!), b: new RunRecord(models[1]!) };
      this.#stride = 1;
    }
    return refusal;
  }

  // Answers are added to the records of the time of the call, even if there are new records since.

  async advance(count: number, budget = 0) {
    const { records } = this;
    const stretches = await this.remote.call((remote) => remote.advance(count, budget));
    for (const [i, run] of runNames.entries()) records?.[run].add(stretches[i]!);
    await this.#glance();
  }

  async #glance() {
    const { records } = this;
    const glances = await this.remote.call((remote) => remote.glance());
    for (const [i, run] of runNames.entries()) records?.[run].addMeasurement(glances[i]!);
  }

  /** Measures both runs at a step, if necessary. @return the measured step; null if the runs are new */
  async measure(requestedStep: number): Promise<number | null> {
    const { records } = this;
    let step = requestedStep;
    if (!runNames.every((run) => records?.[run].isMeasuredAt(requestedStep))) {
      const measured = await this.remote.call((remote) => remote.measure(requestedStep));
      for (const [i, run] of runNames.entries()) {
        const { glance, finding } = measured.runs[i]!;
        records?.[run].addMeasurement(glance, finding);
      }
      this.#stride = measured.stride;
      step = Math.min(measured.step, this.steps); // there are no numbers after all runs diverged
    }
    return records === this.records ? step : null;
  }

  /** For going from one step to another: the first saved step at or beyond `step`. */
  nearestSaved(step: number, from: number): number {
    const round = step > from ? Math.ceil : Math.floor;
    return Math.min(round(step / this.#stride) * this.#stride, this.steps);
  }
}
