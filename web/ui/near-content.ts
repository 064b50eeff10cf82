import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { whenNear } from './near.js';

/** After waiting this long (in ms), a message is shown. */
const patience = 300;

/**
 * Loads what an element needs from another file, such as quizzes or listings, when the element comes
 * near the viewport. Draws the element again when the content is loaded, when loading takes long, and
 * on failure.
 */
export class NearContent<Content> implements ReactiveController {
  content: Content | null = null;
  /** Why the content could not be loaded. */
  failure: Error | null = null;
  waiting = false;

  readonly #host: ReactiveControllerHost & Element;
  readonly #load: () => Promise<Content>;
  readonly #onReady: (content: Content) => void;
  #asked = false;
  #forget = () => {};

  constructor(
    host: ReactiveControllerHost & Element,
    load: () => Promise<Content>,
    onReady: (content: Content) => void = () => {},
  ) {
    this.#host = host;
    this.#load = load;
    this.#onReady = onReady;
    host.addController(this);
  }

  /** Whether the content is already loaded. */
  protected get isAtHand(): boolean {
    return false;
  }

  hostConnected() {
    if (this.#asked) return;
    if (this.isAtHand) void this.retry();
    else this.#forget = whenNear(this.#host, () => void this.retry());
  }

  hostDisconnected() {
    this.#forget();
  }

  async retry() {
    this.#asked = true;
    this.#set({ failure: null });
    const timer = setTimeout(() => this.#set({ waiting: true }), patience);
    try {
      const content = await this.#load();
      this.#set({ content });
      this.#onReady(content);
    } catch (error) {
      this.#set({ failure: error instanceof Error ? error : new Error(String(error)) });
    } finally {
      clearTimeout(timer);
      this.#set({ waiting: false });
    }
  }

  #set(change: Partial<Pick<NearContent<Content>, 'content' | 'failure' | 'waiting'>>) {
    Object.assign(this, change);
    this.#host.requestUpdate();
  }
}
