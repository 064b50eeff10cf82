import type { Engine } from '../../emscripten/package/index.js';
import type { History } from '../lib/history.js';
import { EngineFigure } from './engine-figure.js';

/** What runs the core for a figure, and keeps what the learner has changed. It knows no Lit. */
interface Session<State extends object, Run> {
  readonly run: Run | null;
  readonly history: History<State>;
  open(engine: Engine): unknown;
  /** Runs the core with the figure's state. Does nothing before `open`. */
  compute(): void;
}

/** A figure of a session. */
export abstract class SessionFigure<State extends object, Run> extends EngineFigure<State, Run> {
  protected abstract readonly session: Session<State, Run>;

  protected get run(): Run | null {
    return this.session.run;
  }

  protected override onEngine(engine: Engine) {
    return this.session.open(engine);
  }

  protected override compute() {
    this.session.compute();
  }

  protected override forgetChanges() {
    this.session.history.clear();
  }
}
