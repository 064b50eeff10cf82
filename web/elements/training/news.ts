import type { TrainingRace } from './race.js';
import { runNames, type RunName } from './state.js';
import { words } from './words/index.js';

/** What is announced of a race: each event once. */
export class News {
  readonly #reported = new Set<string>();

  /** Other runs were created. */
  forget() {
    this.#reported.clear();
  }

  /** @return the text, or nothing if it was announced before */
  once(name: string, text: string): string {
    if (this.#reported.has(name)) return '';
    this.#reported.add(name);
    return text;
  }

  /** What the runs have reached at the shown step and was not yet announced. */
  milestones({ records, at }: TrainingRace): string[] {
    return records ? runNames.flatMap((run) => this.#ofRun(run, records[run], at)) : [];
  }

  #ofRun(
    run: RunName,
    { solvedAt, divergedAt }: { solvedAt: number | null; divergedAt: number | null },
    at: number,
  ): string[] {
    const { milestones } = words;
    return [
      solvedAt !== null && solvedAt <= at
        ? this.once(`${run} solved`, milestones.solved(run, solvedAt))
        : '',
      divergedAt !== null && divergedAt - 1 <= at
        ? this.once(`${run} diverged`, milestones.diverged(run, divergedAt))
        : '',
    ];
  }
}
