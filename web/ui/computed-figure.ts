import type { PropertyDeclaration, PropertyDeclarations } from 'lit';
import type { Engine } from '../../emscripten/package/index.js';
import type { StateFormat } from '../lib/state-format.js';
import { FigureState } from './element-state.js';
import { SharedEngine } from './engine.js';
import { FigureElement } from './figure-element.js';

/**
 * A figure of one run of the core. It calls `compute` when the engine is loaded and whenever the
 * state changes.
 */
export abstract class ComputedFigure<State extends object, Run> extends FigureElement {
  static override properties: PropertyDeclarations = { run: { state: true } };
  /** The last run that succeeded; null before the first. */
  declare run: Run | null;

  protected engine: Engine | null = null;
  protected readonly figureState: FigureState<State>;
  protected readonly sharedEngine: SharedEngine;

  constructor(format: StateFormat<State>, settings: Readonly<Record<string, PropertyDeclaration>>) {
    super();
    this.run = null;
    this.figureState = new FigureState(this, format, settings, () => void this.compute());
    this.sharedEngine = new SharedEngine(this, (engine) => {
      this.engine = engine;
      void this.compute();
    });
  }

  /** All that is needed to show the same again. Anything may be assigned: it is checked. */
  get state(): State {
    return this.figureState.value;
  }
  set state(input: unknown) {
    this.figureState.assign(input);
  }

  /** Runs the core with the state. Does nothing while there is no engine. */
  protected abstract compute(): void | Promise<void>;
}
