/**
 * What the elements tell the page around them. Every detail has a `version`: a field is only ever
 * added to a version, and a page that knows version 1 keeps working. All bubble and are composed.
 */

/** The element has the engine and its first picture. */
export interface ReadyDetail {
  readonly version: 1;
  /** The tag name, such as 'mh-sandbox'. */
  readonly element: string;
  /** The version of the core. */
  readonly engine: string;
}

/** The element's state has changed by the learner's hand; assign it to `state` to restore it. */
export interface StateDetail {
  readonly version: 1;
  readonly element: string;
  /** The element's id attribute; empty without one. */
  readonly id: string;
  /** Plain JSON. */
  readonly state: object;
}

/** The learner has answered: a prediction, a quick check or a shape check. */
export interface AnswerDetail {
  readonly version: 1;
  readonly element: string;
  readonly id: string;
  /** Names the question, stable from one release to the next. */
  readonly question: string;
  readonly answer: string;
  readonly correct: boolean;
  /** Counts this answer: 1 at the first. */
  readonly attempts: number;
}

export interface ManyheadsEvents {
  'mh-ready': ReadyDetail;
  'mh-state': StateDetail;
  'mh-answer': AnswerDetail;
}

declare global {
  interface HTMLElementEventMap {
    'mh-ready': CustomEvent<ReadyDetail>;
    'mh-state': CustomEvent<StateDetail>;
    'mh-answer': CustomEvent<AnswerDetail>;
  }
}

type Said<Name extends keyof ManyheadsEvents> = Omit<ManyheadsEvents[Name], 'version' | 'element'>;

/** Sends one of the three, with the parts that every detail has filled in. */
export function sendEvent<Name extends keyof ManyheadsEvents>(
  element: HTMLElement,
  name: Name,
  said: Said<Name>,
) {
  const detail = { version: 1, element: element.localName, ...said };
  element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
}
