/** What embed.html shows: the element of its address, and messages to the page around it. */
import { speak } from '../lib/language.js';
import type { AnswerDetail, ReadyDetail, StateDetail } from '../ui/events.js';
import { descriptions, loadElement } from './described.js';
import { asksForHeight, attributesIn, isOwnFile, stateIn } from './embed-request.js';
import { embedWords, translatePage } from './embed-words.js';

const events = ['mh-ready', 'mh-state', 'mh-answer'] as const;

/** Puts the element of the address into `#frame`. */
export async function showEmbedded() {
  const frame = document.querySelector<HTMLElement>('#frame')!;
  const parameters = new URLSearchParams(location.search);
  const language = parameters.get('lang') ?? '';
  translatePage(language);
  speak(language).catch(() => {}); // if German cannot be loaded, texts stay English
  const loading = fromAddress(parameters);
  new ResizeObserver(postHeight).observe(document.body);
  limitWidth(frame, Number(parameters.get('max-width')));
  setTheme(parameters.get('theme'));
  addEventListener('message', (event) => void onMessage(event, loading));
  const element = await loading.catch((error: unknown) => {
    frame.textContent = embedWords(language).failed;
    throw error;
  });
  for (const name of events) {
    element.addEventListener(
      name,
      ({ detail }: CustomEvent<ReadyDetail | StateDetail | AnswerDetail>) =>
        post({ type: name, ...detail }),
    );
  }
  frame.replaceChildren(element);
}

/**
 * Creates the element, or a notice instead of quizzes from elsewhere. Only tags and attributes from the
 * descriptions are accepted.
 */
async function fromAddress(parameters: URLSearchParams): Promise<HTMLElement> {
  const requested = parameters.get('element') ?? '';
  const name = descriptions.has(requested) ? requested : 'mh-sandbox';
  const description = descriptions.get(name)!;
  const file = description.embed.includes('src') ? parameters.get('src') : null;
  if (file !== null && !isOwnFile(file, location.href)) {
    return notice(embedWords(parameters.get('lang') ?? '').foreignFile(file.slice(0, 200)));
  }
  const { format } = await loadElement(name, description);
  const made = document.createElement(name);
  const names = [...(format?.names ?? []), ...description.embed, 'theme'];
  const flags = format?.flags ?? [];
  for (const [attribute, value] of attributesIn(parameters, names, flags, location.href)) {
    made.setAttribute(attribute, value);
  }
  return made;
}

function notice(text: string): HTMLElement {
  const made = document.createElement('p');
  made.setAttribute('role', 'alert');
  made.textContent = text;
  return made;
}

/** Only the content is narrower, so that the host may give every frame the same width. */
function limitWidth(frame: HTMLElement, width: number) {
  const isPossible = Number.isInteger(width) && width >= 200 && width <= 4000;
  if (isPossible) frame.style.maxInlineSize = `${width}px`;
}

/** The theme of the page around the element, which has an attribute of its own. */
function setTheme(theme: string | null) {
  const isOne = theme === 'light' || theme === 'dark';
  if (isOne) document.documentElement.style.colorScheme = theme;
}

function postHeight() {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  post({ type: 'mh-height', version: 1, height });
  post({ subject: 'lti.frameResize', height }); // for Canvas, Moodle and other LTI hosts
}

/** Sends a message to the host, which may have any origin: nothing in it is secret. */
function post(message: object) {
  if (parent !== window) parent.postMessage(message, '*');
}

/** Accepts messages only from the host: to send the height, and to set the state. */
async function onMessage({ source, data }: MessageEvent<unknown>, loading: Promise<HTMLElement>) {
  if (source !== parent) return;
  if (asksForHeight(data)) postHeight();
  const wanted = stateIn(data);
  if (!wanted) return;
  const element = await loading.catch(() => null); // the frame says what failed
  if (element && 'state' in element) setState(element, wanted.state);
}

/** The element checks the state. Any page may show this frame, so code from it counts as a link's. */
function setState(element: HTMLElement & { state: unknown; fromLink?: boolean }, state: unknown) {
  element.state = state;
  const hasCode = 'fromLink' in element && (element.state as { code: unknown }).code !== null;
  if (hasCode) element.fromLink = true;
}
