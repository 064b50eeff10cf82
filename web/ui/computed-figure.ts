import { nothing, type TemplateResult } from 'lit';
import type { Engine } from '../../emscripten/package/index.js';
import { EngineFigure } from './engine-figure.js';
import { LastRun } from './last-run.js';
import { notice } from './notice.js';

/**
 * A figure of one run of the core. It calls `compute` when the engine is loaded and whenever the
 * state changes.
 */
export abstract class ComputedFigure<
  State extends object,
  Run extends { readonly state: State },
> extends EngineFigure<State, Run> {
  protected engine: Engine | null = null;
  protected readonly last = new LastRun<State, Run>((state) => this.figureState.change(state));

  protected get run(): Run | null {
    return this.last.run;
  }

  /** Why what is wanted could not be run. */
  protected get refused(): TemplateResult | typeof nothing {
    const { problem } = this.last;
    return problem ? notice(problem) : nothing;
  }

  protected override onEngine(engine: Engine) {
    this.engine = engine;
    return this.compute();
  }

  /** Runs the core with the state. Does nothing while there is no engine. */
  protected abstract override compute(): void | Promise<void>;
}
