import type { ReactiveControllerHost } from 'lit';
import type { Engine } from '../../emscripten/package/contract.js';
import { loadEngine } from '../lib/engine.js';
import { loadWords } from '../lib/language.js';
import { NearContent } from './near-content.js';

/** Whether another element has loaded it. */
let isLoaded = false;

/**
 * Loads the engine, which all elements of the page share. It fails if the browser has no WebAssembly
 * or no SIMD, or if a file could not be fetched.
 */
export class SharedEngine extends NearContent<Engine> {
  /** Whether the engine failed to load, and not the other content. */
  hasEngineFailed = false;
  readonly #isContentThere: () => boolean;

  /**
   * @param alsoLoad  loads other content, which is awaited and may fail together with the engine
   * @param isContentThere  whether another element has loaded that content
   */
  constructor(
    host: ReactiveControllerHost & Element,
    onReady: (engine: Engine) => unknown = () => {},
    alsoLoad?: () => Promise<unknown>,
    isContentThere = () => alsoLoad === undefined,
  ) {
    const loadBoth = async () => {
      this.hasEngineFailed = false;
      const engine = loadEngine();
      engine.then(
        () => (isLoaded = true),
        () => (this.hasEngineFailed = true),
      );
      await Promise.all([engine, alsoLoad?.(), loadWords()]);
      return engine;
    };
    super(host, loadBoth, onReady);
    this.#isContentThere = isContentThere;
  }

  get engine(): Engine | null {
    return this.content;
  }

  protected override get isAtHand(): boolean {
    return isLoaded && this.#isContentThere();
  }
}
