import type { ReactiveControllerHost } from 'lit';
import { load, type Engine } from '../../emscripten/package/index.js';
import { spoken } from '../lib/language.js';
import { NearContent } from './near-content.js';

/** Another element had it loaded already. */
let isLoaded = false;

/**
 * Gives its element the one engine of the page: `load()` without options loads once and is shared.
 * Where there is none, the browser has no WebAssembly or no SIMD, or a file could not be fetched.
 */
export class SharedEngine extends NearContent<Engine> {
  /** Whether it is the engine that is missing, and not what the element loads besides. */
  isMissing = false;
  readonly #isContentThere: () => boolean;

  /**
   * @param alsoLoad  what the element needs besides: it waits, and fails, with the engine
   * @param isContentThere  whether another element had that loaded already
   */
  constructor(
    host: ReactiveControllerHost & Element,
    onReady: (engine: Engine) => void = () => {},
    alsoLoad?: () => Promise<unknown>,
    isContentThere = () => alsoLoad === undefined,
  ) {
    const loadBoth = async () => {
      const engine = load();
      engine.then(
        () => (isLoaded = true),
        () => (this.isMissing = true),
      );
      await Promise.all([engine, alsoLoad?.(), spoken()]);
      this.isMissing = false;
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
