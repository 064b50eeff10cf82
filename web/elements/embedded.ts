/** What embed.html shows: the element of its address, and messages to the page around it. */
import { speak } from '../lib/language.js';
import type { AnswerDetail, ReadyDetail, StateDetail } from '../ui/events.js';
import { descriptions, loadElement } from './described.js';
import { attributesIn, stateIn } from './embed-request.js';

const events = ['mh-ready', 'mh-state', 'mh-answer'] as const;

/** Puts the element of the address into `#frame`. */
export async function showEmbedded() {
  const frame = document.querySelector<HTMLElement>('#frame')!;
  const parameters = new URLSearchParams(location.search);
  speak(parameters.get('lang') ?? '').catch(() => {}); // if German cannot be loaded, texts stay English
  const loading = fromAddress(parameters);
  new ResizeObserver(postHeight).observe(document.body);
  limitWidth(frame, Number(parameters.get('max-width')));
  setTheme(parameters.get('theme'));
  addEventListener('message', (event) => void onMessage(event, loading));
  const element = await loading;
  for (const name of events) {
    element.addEventListener(
      name,
      ({ detail }: CustomEvent<ReadyDetail | StateDetail | AnswerDetail>) =>
        post({ type: name, ...detail }),
    );
  }
  frame.replaceChildren(element);
}

/** Creates the element. Only tags and attributes from the descriptions are accepted. */
async function fromAddress(parameters: URLSearchParams): Promise<HTMLElement> {
  const requested = parameters.get('element') ?? '';
  const name = descriptions.has(requested) ? requested : 'mh-sandbox';
  const description = descriptions.get(name)!;
  const { format } = await loadElement(name, description);
  const made = document.createElement(name);
  const names = [...(format?.names ?? []), ...description.embed, 'theme'];
  for (const [attribute, value] of attributesIn(parameters, names, format?.flags ?? [])) {
    made.setAttribute(attribute, value);
  }
  return made;
}

/** Only the content is narrower, so that the host may give every frame the same width. */
function limitWidth(frame: HTMLElement, width: number) {
  const isPossible = Number.isInteger(width) && width >= 200 && width <= 4000;
  if (isPossible) frame.style.maxInlineSize = `${width}px`;
}

/** Of what is around the element, which has an attribute for it. */
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

/** Accepts messages only from the host and only to set the state, which the element checks. */
async function onMessage({ source, data }: MessageEvent<unknown>, loading: Promise<HTMLElement>) {
  const wanted = source === parent ? stateIn(data) : null;
  if (!wanted) return;
  const element = await loading;
  if ('state' in element) element.state = wanted.state;
}
