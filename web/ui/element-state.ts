import type { LitElement, PropertyDeclaration, ReactiveController } from 'lit';
import type { Kept } from '../lib/kept.js';
import { addressOf, type StateFormat } from '../lib/state-format.js';
import { sendEvent } from './events.js';

/** What an element says of its state. */
export interface StateUse<State extends object> {
  /** Properties that choose what is shown: a change of one shows `initial` anew. */
  settings?(): readonly string[];
  /** What the settings say. Without it, what was kept. */
  readonly initial?: (before: State | null) => State;
  /** A valid state from anything that was assigned; what it does not say is as in `initial`. */
  read(given: unknown, initial: State): State;
  /** Shows the state. It may give back what is left of it, where something in it is not there. */
  show?(state: State, before: State | null): State | void;
  /** What the learner's changes are kept in; asked for once the element has its attributes. */
  readonly keep?: () => Kept<State>;
  /** How long the learner must rest, in ms, before a change is told. */
  readonly rest?: number;
}

/**
 * The state of an element, from whatever sets it: attributes and properties, `state` as the page
 * assigns it, what is kept on this device, and the learner. `state` goes on top of the settings,
 * whichever came first, until a setting changes after the element was drawn.
 */
export class ElementState<State extends object> implements ReactiveController {
  readonly #host: LitElement;
  readonly #use: StateUse<State>;
  /** The settings when they were last read; null before. */
  #settings: readonly unknown[] | null = null;
  #initial: State | null = null;
  #value: State | null = null;
  /** What the page assigned last, or the learner made of it; null for what the settings say. */
  #given: { readonly state: unknown } | null = null;
  #kept: Kept<State> | null = null;
  #telling: ReturnType<typeof setTimeout> | undefined;

  constructor(host: LitElement, use: StateUse<State>) {
    this.#host = host;
    this.#use = use;
    host.addController(this);
    // Frameworks assign to elements that are not defined yet. Such a property would hide ours.
    if (Object.hasOwn(host, 'state')) {
      this.#given = { state: (host as { state?: unknown }).state };
      delete (host as { state?: unknown }).state;
    }
  }

  /** What is shown, or will be at the next update. */
  get value(): State {
    return this.#isStale ? this.#fresh().value : this.#value!;
  }

  /** What the settings say, without what was assigned or done since. */
  get initial(): State {
    return this.#isStale ? this.#fresh().initial : this.#initial!;
  }

  /** By the page. Before the element is drawn, its attributes may still come. */
  assign(state: unknown) {
    this.#given = { state };
    if (!this.#host.hasUpdated) return;
    this.#settings = this.#present();
    this.refresh();
  }

  /** Reads and shows all anew, as when content has come that a state is checked against. */
  refresh() {
    const { initial, value } = this.#fresh();
    if (this.#isOverruled) this.#given = null;
    this.#settings = this.#present();
    this.#initial = initial;
    this.#put(value);
  }

  /** By the learner's hand. */
  change(state: State) {
    if (this.#isStale) this.refresh();
    this.#put(state);
    this.#given = { state: this.#value };
    this.#keeper?.write(this.#value!);
    clearTimeout(this.#telling);
    const { rest } = this.#use;
    if (rest === undefined) this.#tell();
    else this.#telling = setTimeout(() => this.#tell(), rest);
  }

  hostUpdate() {
    this.#kept ??= this.#use.keep?.() ?? null;
    if (this.#isStale) this.refresh();
  }

  get #isStale(): boolean {
    const read = this.#settings;
    return !read || this.#present().some((value, i) => !Object.is(value, read[i]));
  }

  /** A setting has changed since the element was drawn. */
  get #isOverruled(): boolean {
    return this.#host.hasUpdated && this.#settings !== null && this.#isStale;
  }

  #present(): readonly unknown[] {
    const host = this.#host as unknown as Record<string, unknown>;
    return (this.#use.settings?.() ?? []).map((name) => host[name]);
  }

  #fresh(): { initial: State; value: State } {
    const { initial: fromSettings, read } = this.#use;
    const initial = fromSettings ? fromSettings(this.#value) : this.#keeper!.read();
    const given = this.#isOverruled ? null : this.#given;
    return { initial, value: given ? read(given.state, initial) : initial };
  }

  get #keeper(): Kept<State> | null {
    return this.#kept ?? this.#use.keep?.() ?? null;
  }

  #put(state: State) {
    const before = this.#value;
    this.#value = state;
    this.#value = this.#use.show?.(state, before) ?? state;
    this.#host.requestUpdate();
  }

  #tell() {
    sendEvent(this.#host, 'mh-state', { id: this.#host.id, state: this.#value! });
  }
}

/** The state of a figure: its settings are fields of it, by the names that an address carries. */
export class FigureState<State extends object> extends ElementState<State> {
  readonly #format: StateFormat<State>;

  /** @param settings  the properties, as Lit declares them */
  constructor(
    host: LitElement,
    format: StateFormat<State>,
    settings: Readonly<Record<string, PropertyDeclaration>>,
    show: (state: State, before: State | null) => void,
  ) {
    const given = host as unknown as Record<string, unknown>;
    const named = Object.entries(settings).map(
      ([property, { attribute }]) => [property, String(attribute ?? property)] as const,
    );
    // An attribute that was removed is null, a property that was never set undefined.
    const present = () =>
      named
        .map(([property, name]) => [name, given[property]])
        .filter(([, value]) => value !== null && value !== undefined);
    super(host, {
      settings: () => Object.keys(settings),
      initial: () => format.parse(Object.fromEntries(present())),
      read: (given, initial) => format.parse(given, initial),
      show,
    });
    this.#format = format;
  }

  /** The address that shows this; empty where the page has none to begin with. */
  link(base: string): string {
    return base && addressOf(base, this.#format, this.value);
  }
}
