import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isCrowded, whenNear } from './near.js';

/** After waiting this long (in ms), a message is shown. */
const patience = 300;

/** When content is loaded, and whether it outlives the element's time on the page. */
export interface ContentOptions {
  /** It is loaded by `retry` or `want` only. Loading ends when the element leaves the page. */
  readonly onDemand?: boolean;
  /** Frees the content when the element leaves the page. It is loaded again when it comes back. */
  readonly free?: () => void;
}

/**
 * Loads what an element needs besides its own code, such as quizzes, a worker, or an editor: when the
 * element comes near the viewport, or on demand. Draws the element again when the content is loaded,
 * when loading takes long, and on failure.
 */
export class NearContent<Content> implements ReactiveController {
  content: Content | null = null;
  /** Why the content could not be loaded. */
  failure: Error | null = null;
  waiting = false;

  readonly #host: ReactiveControllerHost & Element;
  readonly #load: (cancelled: AbortSignal) => Promise<Content>;
  readonly #onReady: (content: Content) => unknown;
  readonly #options: ContentOptions;
  #asked = false;
  #loading: AbortController | null = null;
  #forget = () => {};

  /**
   * @param load  its signal is aborted when the content is no longer wanted
   * @param onReady  is awaited; what it throws is a failure too
   */
  constructor(
    host: ReactiveControllerHost & Element,
    load: (cancelled: AbortSignal) => Promise<Content>,
    onReady: (content: Content) => unknown = () => {},
    options: ContentOptions = {},
  ) {
    this.#host = host;
    this.#load = load;
    this.#onReady = onReady;
    this.#options = options;
    host.addController(this);
  }

  /** Whether the content is already loaded. */
  protected get isAtHand(): boolean {
    return false;
  }

  get isLoading(): boolean {
    return this.#loading !== null;
  }

  hostConnected() {
    if (this.#asked || this.#options.onDemand) return;
    if (this.isAtHand && !isCrowded) void this.retry();
    else this.#forget = whenNear(this.#host, () => this.retry());
  }

  hostDisconnected() {
    const { onDemand, free } = this.#options;
    this.#forget();
    if (!onDemand && !free) return;
    this.cancel();
    if (!free) return;
    this.#asked = false;
    this.content = this.failure = null;
    free();
  }

  /** The content, or null after asking for it. A failure stays until `retry`. */
  want(): Content | null {
    if (!this.content && !this.#asked) void this.retry();
    return this.content;
  }

  /** Other content is wanted: drops what was loaded, and loads it if any was asked for. */
  async loadAgain() {
    if (!this.#asked) return;
    this.#set({ content: null });
    await this.retry();
  }

  /** Loads the content, also again. Older content stays until then. */
  async retry() {
    const loading = new AbortController();
    this.#loading?.abort();
    this.#loading = loading;
    this.#asked = true;
    this.#set({ failure: null });
    const timer = setTimeout(() => this.#set({ waiting: true }), patience);
    loading.signal.addEventListener('abort', () => clearTimeout(timer));
    try {
      const content = await this.#load(loading.signal);
      if (loading.signal.aborted) return;
      this.#set({ content });
      await this.#onReady(content);
    } catch (error) {
      if (!loading.signal.aborted) this.report(error);
    } finally {
      clearTimeout(timer);
      if (loading === this.#loading) this.#end();
    }
  }

  /** Stops loading. Content that arrives nevertheless is ignored. */
  cancel() {
    const loading = this.#loading;
    if (!loading) return;
    this.#asked = false;
    this.#end();
    loading.abort();
  }

  /** The content has failed after it was loaded; with null, it works again. */
  report(failure: unknown) {
    const isError = failure === null || failure instanceof Error;
    this.#set({ failure: isError ? failure : new Error(String(failure)) });
  }

  #end() {
    this.#loading = null;
    this.#set({ waiting: false });
  }

  #set(change: Partial<Pick<NearContent<Content>, 'content' | 'failure' | 'waiting'>>) {
    Object.assign(this, change);
    this.#host.requestUpdate();
  }
}
