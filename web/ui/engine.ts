import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { load, type Engine } from '../../emscripten/package/index.js';
import { whenNear } from './near.js';
import { spoken } from '../lib/language.js';

/** How long a wait may last before it is put into words. */
const patience = 300;

/** Another element had it loaded already. */
let isLoaded = false;

/**
 * Gives its element the one engine of the page: `load()` without options loads once and is shared.
 * It is loaded when the first element that needs it comes near what is seen. The element is drawn again when the engine is there, when waiting takes long, and on failure.
 */
export class SharedEngine implements ReactiveController {
  engine: Engine | null = null;
  /** Why there is no engine: no WebAssembly, no SIMD, or a file that could not be fetched. */
  failure: Error | null = null;
  waiting = false;

  readonly #host: ReactiveControllerHost & Element;
  readonly #onReady: (engine: Engine) => void;
  readonly #alsoLoad: () => Promise<unknown>;
  #asked = false;
  #forget = () => {};

  /** @param alsoLoad  what the element needs besides: it waits, and fails, with the engine */
  constructor(
    host: ReactiveControllerHost & Element,
    onReady: (engine: Engine) => void = () => {},
    alsoLoad: () => Promise<unknown> = () => Promise.resolve(),
  ) {
    this.#host = host;
    this.#onReady = onReady;
    this.#alsoLoad = alsoLoad;
    host.addController(this);
  }

  hostConnected() {
    if (this.#asked) return;
    if (isLoaded) void this.retry();
    else this.#forget = whenNear(this.#host, () => void this.retry());
  }

  hostDisconnected() {
    this.#forget();
  }

  async retry() {
    this.#asked = true;
    this.failure = null;
    const timer = setTimeout(() => this.#say(() => (this.waiting = true)), patience);
    try {
      const [engine] = await Promise.all([load(), this.#alsoLoad(), spoken()]);
      isLoaded = true;
      this.#say(() => (this.engine = engine));
      this.#onReady(engine);
    } catch (error) {
      this.#say(() => (this.failure = error instanceof Error ? error : new Error(String(error))));
    } finally {
      clearTimeout(timer);
      this.#say(() => (this.waiting = false));
    }
  }

  #say(change: () => void) {
    change();
    this.#host.requestUpdate();
  }
}
