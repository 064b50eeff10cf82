import type { PropertyDeclarations } from 'lit';
import type { Engine } from '../../emscripten/package/index.js';
import { followLanguage } from '../lib/language.js';
import type { StateFormat } from '../lib/state-format.js';
import { spoken } from '../lib/symbols.js';
import { BoxedElement } from './boxed-element.js';
import { followWidth } from './container-width.js';
import { FigureState } from './element-state.js';
import { sendEvent, sendReady } from './events.js';
import type { Figure } from './figure.js';
import type { PredictionResult } from './predict.js';
import type { Declarations } from './settings.js';

/** In ms. Changes are announced after it, so that a drag is not read out number by number. */
const pause = 500;

/** The parts that say in words what was found; and what the control with the focus did. */
const results = ':focus-within > .effect, .caption, .announced';

const inOneLine = (text: string) => text.replace(/[^\S\u200a]+/gu, ' ').trim();

/** A point within a number does not end a sentence. */
const sentences = /\S.*?(?:[.!?](?= )|$)/gu;

/**
 * An element that is one figure. It has a state, a number, a question and a link, knows its width,
 * announces what changed, and sends `mh-ready` when it is first drawn.
 */
export abstract class FigureElement<State extends object> extends BoxedElement {
  static override properties: PropertyDeclarations = {
    number: {},
    question: {},
    linkBase: { attribute: 'link-base' },
    width: { state: true },
    announcement: { state: true },
  };
  declare number: string;
  /** If empty, the figure shows a question of its own. */
  declare question: string;
  /** The start of copied links: the page's address up to and with its hash. */
  declare linkBase: string;
  /** The container's width in px at the default text size. */
  declare width: number;
  /** What a screen reader announces. */
  declare announcement: string;
  isReady = false;

  protected readonly figureState: FigureState<State>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What the results and the description said before the changes that are to be announced. */
  #before: string | null = null;

  /** @param settings  Lit's declarations of the properties that set the state */
  constructor(format: StateFormat<State>, settings: Declarations<string>) {
    super();
    followLanguage(this, () => this.forgetTexts());
    this.figureState = new FigureState(this, format, settings, (state, before) => {
      void this.compute(state, before);
    });
    followWidth(this, (width) => {
      if (width > 0) this.width = width; // 0 while hidden: what is drawn stays
    });
    this.number = '';
    this.question = '';
    this.linkBase = '';
    this.width = 0;
    this.announcement = '';
  }

  /** All that is needed to show the same again. Anything may be assigned: it is checked. */
  get state(): State {
    return this.figureState.value;
  }
  set state(input: unknown) {
    this.forgetChanges();
    this.figureState.assign(input);
  }

  /** The address of the state; empty if the page has none. */
  protected get link(): string {
    return this.figureState.link(this.linkBase);
  }

  /** The state has changed. */
  protected abstract compute(state: State, before: State | null): void | Promise<void>;

  /** A state was assigned: what the learner did before cannot be undone any more. */
  protected forgetChanges() {}

  /** The engine that computed what is drawn; none before that. */
  protected abstract get drawnWith(): Pick<Engine, 'version'> | null | undefined;

  /** The language has changed: drops texts in the old one. */
  protected forgetTexts() {
    this.announcement = '';
  }

  /**
   * Call it before the change is drawn. After a pause it announces the results that have changed; if
   * none has, the first sentence of the description that has.
   * @param text  what is announced instead; null for the results
   */
  announceLater(text: () => string | null | Promise<null> = () => null) {
    const before = (this.#before ??= this.#texts().join(' '));
    this.announcement = ''; // otherwise the same text would not be announced again
    this.afterPause(async () => {
      const own = await text();
      const changed = this.#texts().map((text) =>
        (text.match(sentences) ?? []).filter((sentence) => !before.includes(sentence)),
      );
      const [described = ''] = changed.pop()!;
      this.announcement = own ?? (changed.flat().join(' ') || described);
      this.#before = null;
    });
  }

  /** The results, and the description. */
  #texts(): string[] {
    const parts = [...this.renderRoot.querySelectorAll(results)];
    const { words = '' } = this.renderRoot.querySelector<Figure>('mh-figure') ?? {};
    return [...parts.map(({ textContent }) => inOneLine(textContent)), spoken(words)];
  }

  /** Replaces what was to be done after the last change. */
  protected afterPause(act: () => unknown) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, pause);
  }

  /** The text of a part as it is drawn, in one line. The hair spaces of symbols stay. */
  protected textOf(selector: string): string {
    return inOneLine(this.renderRoot.querySelector(selector)?.textContent ?? '');
  }

  /** The learner has predicted. */
  protected sendAnswer({ question, answer, correct }: PredictionResult, attempts = 1) {
    sendEvent(this, 'mh-answer', { id: this.id, question, answer, correct, attempts });
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override updated() {
    if (this.drawnWith) sendReady(this, this.drawnWith);
  }
}
