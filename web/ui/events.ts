/**
 * The events that elements send to the page. Every detail has a `version`. Within a version, fields
 * may be added but never change, so pages written for version 1 keep working. All events bubble and
 * are composed.
 */
import type { Engine } from '../../emscripten/package/index.js';

/** The element has loaded the engine and is drawn. */
export interface ReadyDetail {
  readonly version: 1;
  /** The tag name, such as 'mh-sandbox'. */
  readonly element: string;
  /** The version of the core. */
  readonly engine: string;
}

/** The learner has changed the element's state. Assign it to `state` to restore it. */
export interface StateDetail {
  readonly version: 1;
  readonly element: string;
  /** The element's id attribute; empty without one. */
  readonly id: string;
  /** Can be stored as JSON. */
  readonly state: object;
}

/**
 * The learner has answered: a prediction, a question of a quiz or a check, the name of a bug, or an
 * exercise of a Python cell.
 */
export interface AnswerDetail {
  readonly version: 1;
  readonly element: string;
  readonly id: string;
  /** The question's id. It stays the same in later releases. */
  readonly question: string;
  readonly answer: string;
  readonly correct: boolean;
  /** 1 for the first answer, 2 for the second, and so on. */
  readonly attempts: number;
}

export interface ManyheadsEvents {
  'mh-ready': ReadyDetail;
  'mh-state': StateDetail;
  'mh-answer': AnswerDetail;
}

declare global {
  interface GlobalEventHandlersEventMap {
    'mh-ready': CustomEvent<ReadyDetail>;
    'mh-state': CustomEvent<StateDetail>;
    'mh-answer': CustomEvent<AnswerDetail>;
  }
}

type EventFields<Name extends keyof ManyheadsEvents> = Omit<
  ManyheadsEvents[Name],
  'version' | 'element'
>;

/** An element that sends `mh-ready`. */
export interface ReadyElement extends HTMLElement {
  /** Whether `mh-ready` was sent, for scripts that listen later. */
  isReady: boolean;
}

/** Sends `mh-ready`, once. */
export function sendReady(element: ReadyElement, { version }: Pick<Engine, 'version'>) {
  if (element.isReady) return;
  element.isReady = true;
  sendEvent(element, 'mh-ready', { engine: version });
}

/** Sends one of these events, and adds the fields that every detail has. */
export function sendEvent<Name extends keyof ManyheadsEvents>(
  element: HTMLElement,
  name: Name,
  fields: EventFields<Name>,
) {
  const detail = { version: 1, element: element.localName, ...fields };
  element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
}
