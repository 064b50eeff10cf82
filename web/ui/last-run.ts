import { ManyheadsError } from '../../emscripten/package/index.js';
import { inEnglish } from './in-english.js';
import type { Notice } from './notice.js';
import { uiWords } from './words/index.js';

/** What `run` returns; if the core refuses it, what `refuse` returns. Errors of our own are thrown. */
export function unlessRefused<Result>(
  run: () => Result,
  refuse: (error: ManyheadsError) => Result,
): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ManyheadsError)) throw error;
    return refuse(error);
  }
}

/** What the core says, and a button that goes back. */
export const couldNotRun = ({ message }: Error, back: () => void): Notice => ({
  title: uiWords.problems.failedTitle,
  why: inEnglish(message),
  repair: { label: uiWords.problems.back, act: back },
});

/** The last run of the core that succeeded, and why what is wanted now could not be run. */
export class LastRun<State, Run extends { readonly state: State }> {
  /** null before the first. */
  run: Run | null = null;
  /** Why what is wanted could not be run, in the language of the moment; null if it could. */
  explain: (() => Notice | null) | null = null;
  readonly #change: (state: State) => void;

  /** @param change  shows another state */
  constructor(change: (state: State) => void) {
    this.#change = change;
  }

  get problem(): Notice | null {
    return this.explain?.() ?? null;
  }

  /**
   * Runs a state. If it is refused, the last run stays; if there is none, `usual` is run.
   * @param run  null for a state that `explain` refuses before the core is asked
   * @param explain  why, and how to repair it; null for what the core says, with a way back
   */
  compute(
    wanted: State,
    usual: State,
    run: (state: State) => Run | null,
    explain: (shown: Run, refusal: ManyheadsError | null) => Notice | null = () => null,
  ) {
    let refusal: ManyheadsError | null = null;
    const result = unlessRefused(
      () => run(wanted),
      (error) => {
        refusal = error;
        return null;
      },
    );
    const shown = result ?? this.run ?? run(usual)!;
    const back = () => this.#change(shown.state);
    this.run = shown;
    this.explain = result
      ? null
      : () => explain(shown, refusal) ?? (refusal && couldNotRun(refusal, back));
  }
}
