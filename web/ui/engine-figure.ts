import type { TemplateResult } from 'lit';
import type { Engine } from '../../emscripten/package/index.js';
import { SharedEngine } from './engine.js';
import { FigureElement } from './figure-element.js';
import { withoutEngine } from './without-engine.js';
import { uiWords } from './words/index.js';

/** A figure that draws what the engine has computed, as soon as there is a run and it has a width. */
export abstract class EngineFigure<State extends object, Run> extends FigureElement<State> {
  /** The last run that succeeded; null before the first. */
  protected abstract readonly run: Run | null;

  protected readonly sharedEngine = new SharedEngine(
    this,
    (engine) => this.onEngine(engine),
    this.alsoLoad?.bind(this),
  );

  /** The engine is loaded. A failure is shown, with a button that tries again. */
  protected abstract onEngine(engine: Engine): unknown;

  /** Loads what is fetched beside the engine. */
  protected alsoLoad?(): Promise<unknown>;

  protected get drawnWith() {
    return this.run && this.width > 0 ? this.sharedEngine.engine : null;
  }

  override render() {
    return this.drawnWith
      ? this.figure(this.run!)
      : withoutEngine(this.sharedEngine, uiWords.problems.failedTitle);
  }

  protected abstract figure(run: Run): TemplateResult;
}
