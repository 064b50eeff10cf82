import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { keyed } from 'lit/directives/keyed.js';
import type { AnswerDetail, StateDetail } from '../../ui/events.js';
import { focusPart } from '../../ui/focus.js';
import { parseTries, type Tries } from '../../ui/check/tries.js';
import type { Quiz } from './quiz.js';
import { fresh } from './progress.js';
import type { QuizSetState } from './run.js';

/** What the current question needs of its set. */
interface AskedHost {
  /** The learner's new tries. */
  readonly keep: (tries: Tries) => void;
  readonly answer: (answer: AnswerDetail) => void;
  /** The question is drawn for the first time. */
  readonly onReady: () => void;
}

/** The element of the current question: what it is assigned, and what it sends. */
export class AskedQuestion {
  /** Nothing is left to try. */
  isOver = false;
  readonly #set: LitElement;
  readonly #host: AskedHost;
  /** The state that was assigned to the element. */
  #assigned = fresh;
  /** The state that the element has just sent; null otherwise. */
  #sent: Tries | null = null;
  #pass = 0;

  constructor(set: LitElement, host: AskedHost) {
    this.#set = set;
    this.#host = host;
  }

  /** Shows the question, unless the change came from its element. */
  show(state: QuizSetState, before: QuizSetState | null) {
    if (state === before || state.tries === this.#sent) return;
    this.#assigned = state.tries;
    this.#pass += 1;
    this.isOver = false;
  }

  view(quiz: string, src: string | null, reveal: string): TemplateResult {
    const question = keyed(
      `${this.#pass} ${quiz}`,
      html`<mh-quiz
        once
        quiz=${quiz}
        src=${src || nothing}
        reveal=${reveal}
        .state=${guard([this.#assigned], () => this.#assigned)}
        @mh-ready=${this.#onReady}
        @mh-state=${this.#onState}
        @mh-answer=${this.#onAnswer}
      ></mh-quiz>`,
    );
    return html`${question}`;
  }

  /** The question that sent an event; null if another one, or none, has taken its place. */
  #senderOf(event: Event): Quiz | null {
    event.stopPropagation();
    const current = this.#set.renderRoot.querySelector<Quiz>('mh-quiz');
    return event.currentTarget === current ? current : null;
  }

  #onReady = (event: Event) => {
    const question = this.#senderOf(event);
    if (!question) return;
    this.isOver = question.isOver;
    this.#set.requestUpdate();
    this.#host.onReady();
  };

  #onState = (event: CustomEvent<StateDetail>) => {
    const question = this.#senderOf(event);
    if (!question) return;
    this.isOver = question.isOver;
    this.#sent = parseTries(event.detail.state, 0);
    this.#host.keep(this.#sent);
    this.#sent = null;
    void this.#keepFocus(question);
  };

  #onAnswer = (event: CustomEvent<AnswerDetail>) => {
    if (this.#senderOf(event)) this.#host.answer(event.detail);
  };

  /** When a question is over, its button disappears, so the next button gets the focus. */
  async #keepFocus(question: Quiz) {
    const focused = question.shadowRoot!.activeElement;
    if (!focused || focused.matches('.entry')) return;
    await Promise.all([this.#set.updateComplete, question.updateComplete]);
    if (this.isOver) void focusPart(this.#set, '.steps-on button:last-child');
  }
}
