import type { PropertyDeclarations } from 'lit';
import type { Engine } from '../../emscripten/package/index.js';
import type { StateFormat } from '../lib/state-format.js';
import { EngineFigure } from './engine-figure.js';
import type { Declarations } from './settings.js';

/**
 * A figure of one run of the core. It calls `compute` when the engine is loaded and whenever the
 * state changes.
 */
export abstract class ComputedFigure<State extends object, Run> extends EngineFigure<State, Run> {
  static override properties: PropertyDeclarations = { run: { state: true } };
  declare run: Run | null;

  protected engine: Engine | null = null;

  constructor(format: StateFormat<State>, settings: Declarations<string>) {
    super(format, settings);
    this.run = null;
  }

  protected override onEngine(engine: Engine) {
    this.engine = engine;
    void this.compute();
  }

  /** Runs the core with the state. Does nothing while there is no engine. */
  protected abstract override compute(): void | Promise<void>;
}
