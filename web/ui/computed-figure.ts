import type { PropertyDeclarations } from 'lit';
import type { Engine } from '../../emscripten/package/index.js';
import type { StateFormat } from '../lib/state-format.js';
import { SharedEngine } from './engine.js';
import { FigureElement } from './figure-element.js';
import type { Declarations } from './settings.js';

/**
 * A figure of one run of the core. It calls `compute` when the engine is loaded and whenever the
 * state changes.
 */
export abstract class ComputedFigure<State extends object, Run> extends FigureElement<State> {
  static override properties: PropertyDeclarations = { run: { state: true } };
  /** The last run that succeeded; null before the first. */
  declare run: Run | null;

  protected engine: Engine | null = null;
  protected readonly sharedEngine: SharedEngine;

  constructor(format: StateFormat<State>, settings: Declarations<string>) {
    super(format, settings);
    this.run = null;
    this.sharedEngine = new SharedEngine(this, (engine) => {
      this.engine = engine;
      void this.compute();
    });
  }

  /** Runs the core with the state. Does nothing while there is no engine. */
  protected abstract override compute(): void | Promise<void>;
}
