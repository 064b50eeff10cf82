import type { LitElement, ReactiveController } from 'lit';
import type { StateStore } from '../lib/stored.js';
import { stateAddress, type StateFormat } from '../lib/state-format.js';
import { sendEvent } from './events.js';
import type { Declarations } from './settings.js';

/** How an element reads, shows and stores its state. */
export interface StateOptions<State extends object> {
  /** The names of the properties that set the state. If one changes, `initial` is shown again. */
  settings?(): readonly string[];
  /** The state that the settings describe. Without this function, the stored state. */
  readonly initial?: (before: State | null) => State;
  /** Makes a valid state from anything that was assigned. Missing fields are as in `initial`. */
  read(input: unknown, initial: State): State;
  /** Shows the state. May return a corrected state, without what does not exist here. */
  show?(state: State, before: State | null): State | void;
  /** Where the learner's changes are stored. Called once the element has its attributes. */
  readonly keep?: () => StateStore<State>;
  /** Wait this many ms after the last change before `mh-state` is sent. */
  readonly rest?: number;
}

/**
 * The state of an element. It can be set by attributes and properties (the settings), by assigning
 * `state`, by stored progress, and by the learner. An assigned `state` overrides the settings, in
 * whichever order they come, until a setting changes after the element was first drawn.
 */
export class ElementState<State extends object> implements ReactiveController {
  readonly #host: LitElement;
  readonly #options: StateOptions<State>;
  /** The values of the settings when they were last read; null before the first time. */
  #settings: readonly unknown[] | null = null;
  #initial: State | null = null;
  #value: State | null = null;
  /** The state that the page or the learner set last; null if the settings apply. */
  #assigned: { readonly state: unknown } | null = null;
  #store: StateStore<State> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: LitElement, options: StateOptions<State>) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
    // Frameworks assign to elements that are not defined yet. Such a property would hide ours.
    if (Object.hasOwn(host, 'state')) {
      this.#assigned = { state: (host as { state?: unknown }).state };
      delete (host as { state?: unknown }).state;
    }
  }

  /** The state that is shown, or will be after the next update. */
  get value(): State {
    return this.#isStale ? this.#readState().value : this.#value!;
  }

  /** The state that the settings describe, without later assignments and changes. */
  get initial(): State {
    return this.#isStale ? this.#readState().initial : this.#initial!;
  }

  /** The page assigned a state. Before the element is drawn, it may still get attributes. */
  assign(state: unknown) {
    this.#assigned = { state };
    if (!this.#host.hasUpdated) return;
    this.#settings = this.#readSettings();
    this.refresh();
  }

  /** Reads and shows the state again, for example after the content was loaded. */
  refresh() {
    const { initial, value } = this.#readState();
    if (this.#isOverruled) this.#assigned = null;
    this.#settings = this.#readSettings();
    this.#initial = initial;
    this.#apply(value);
  }

  /** The learner changed the state. */
  change(state: State) {
    if (this.#isStale) this.refresh();
    this.#currentStore?.write(state, this.#value!);
    this.#apply(state);
    this.#assigned = { state: this.#value };
    clearTimeout(this.#timer);
    const { rest } = this.#options;
    if (rest === undefined) this.#sendState();
    else this.#timer = setTimeout(() => this.#sendState(), rest);
  }

  hostUpdate() {
    this.#store ??= this.#options.keep?.() ?? null;
    if (this.#isStale) this.refresh();
  }

  get #isStale(): boolean {
    const read = this.#settings;
    return !read || this.#readSettings().some((value, i) => !Object.is(value, read[i]));
  }

  /** Whether a setting has changed since the element was drawn. */
  get #isOverruled(): boolean {
    return this.#host.hasUpdated && this.#settings !== null && this.#isStale;
  }

  #readSettings(): readonly unknown[] {
    const host = this.#host as unknown as Record<string, unknown>;
    return (this.#options.settings?.() ?? []).map((name) => comparable(host[name]));
  }

  #readState(): { initial: State; value: State } {
    const { initial: fromSettings, read } = this.#options;
    const initial = fromSettings ? fromSettings(this.#value) : this.#currentStore!.read();
    const assigned = this.#isOverruled ? null : this.#assigned;
    return { initial, value: assigned ? read(assigned.state, initial) : initial };
  }

  get #currentStore(): StateStore<State> | null {
    return this.#store ?? this.#options.keep?.() ?? null;
  }

  #apply(state: State) {
    const before = this.#value;
    this.#value = state;
    this.#value = this.#options.show?.(state, before) ?? state;
    this.#host.requestUpdate();
  }

  #sendState() {
    sendEvent(this.#host, 'mh-state', { id: this.#host.id, state: this.#value! });
  }
}

/** Two lists that say the same are the same setting: frameworks make a new one for each update. */
function comparable(setting: unknown): unknown {
  try {
    return typeof setting === 'object' ? JSON.stringify(setting) : setting;
  } catch {
    return setting; // not JSON, such as an object that contains itself
  }
}

/** The state of a figure. Its settings are fields of the state, named as in addresses. */
export class FigureState<State extends object> extends ElementState<State> {
  readonly #format: StateFormat<State>;

  /** @param settings  the declarations of Lit's properties that are settings */
  constructor(
    host: LitElement,
    format: StateFormat<State>,
    settings: Declarations<string>,
    show: (state: State, before: State | null) => void,
  ) {
    const properties = host as unknown as Record<string, unknown>;
    const names = Object.entries(settings).map(
      ([property, { attribute }]) => [property, String(attribute ?? property)] as const,
    );
    const start = format.start as Record<string, unknown>;
    // A removed attribute is null; a property that was never set is undefined. A removed boolean
    // attribute is false, which counts only if the setting is true at first.
    const present = () =>
      names
        .map(([property, name]) => [name, properties[property], start[property]] as const)
        .filter(([, value]) => value !== null && value !== undefined)
        .filter(([, value, usual]) => value !== false || usual === true);
    super(host, {
      settings: () => Object.keys(settings),
      initial: () => format.parse(Object.fromEntries(present())),
      read: (input, initial) => format.parse(input, initial),
      show,
    });
    this.#format = format;
  }

  /** The address that shows this state; empty if the page has no address. */
  link(base: string): string {
    return base && stateAddress(base, this.#format, this.value);
  }
}
