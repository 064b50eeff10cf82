import '../elements/define.js';
import { speak } from '../lib/language.js';
import type { AnswerDetail, ReadyDetail, StateDetail } from '../ui/events.js';
import { sandboxFormat } from '../elements/sandbox/state.js';
import { stepsFormat } from '../elements/steps/state.js';
import { trainingFormat } from '../elements/training/state.js';

/** What an address may ask for: nothing else becomes an element or an attribute. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'mh-sandbox': [...sandboxFormat.names, 'theme', 'question', 'number'],
  'mh-training': [...trainingFormat.names, 'theme', 'question', 'number'],
  'mh-quiz': ['quiz', 'seed', 'reveal', 'theme'],
  'mh-quiz-set': ['quizzes', 'topic', 'reveal', 'theme'],
  'mh-steps': [...stepsFormat.names, 'theme', 'question', 'number'],
  'mh-pattern-check': ['seed', 'task', 'reveal', 'theme'],
  'mh-quick-check': ['quiz', 'seed', 'reveal', 'theme'],
  'mh-interview': ['stars', 'company', 'theme'],
  'mh-bug-museum': ['reveal', 'theme'],
  'mh-shape-check': ['seed', 'level', 'stage', 'reveal', 'theme'],
  'mh-cell': ['exercise', 'group', 'code', 'recorded', 'question', 'theme'],
};
const flags: ReadonlySet<string> = new Set([...sandboxFormat.flags, ...trainingFormat.flags]);
const events = ['mh-ready', 'mh-state', 'mh-answer'] as const;

const frame = document.querySelector<HTMLElement>('#frame')!;
const parameters = new URLSearchParams(location.search);
speak(parameters.get('lang') ?? '').catch(() => {}); // what cannot be loaded stays English
const element = fromAddress(parameters);
for (const name of events) {
  element.addEventListener(
    name,
    ({ detail }: CustomEvent<ReadyDetail | StateDetail | AnswerDetail>) =>
      post({ type: name, ...detail }),
  );
}
frame.replaceChildren(element);
new ResizeObserver(postHeight).observe(document.body);
addEventListener('message', onMessage);

function fromAddress(parameters: URLSearchParams): HTMLElement {
  const wanted = parameters.get('element') ?? '';
  const name = Object.hasOwn(allowed, wanted) ? wanted : 'mh-sandbox';
  const made = document.createElement(name);
  for (const attribute of allowed[name]!) {
    const value = parameters.get(attribute);
    const isOff = flags.has(attribute) && (value === '0' || value === 'false');
    if (value !== null && !isOff) made.setAttribute(attribute, value);
  }
  made.toggleAttribute('from-link', parameters.has('code')); // it asks before it runs
  return made;
}

function postHeight() {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  post({ type: 'mh-height', version: 1, height });
  post({ subject: 'lti.frameResize', height }); // Canvas, Moodle and others that follow LTI
}

/** The host may be anywhere; nothing that is posted is secret. */
function post(message: object) {
  if (parent !== window) parent.postMessage(message, '*');
}

/** Only the host may speak, and only to set the state, which the element checks. */
function onMessage({ source, data }: MessageEvent<unknown>) {
  if (source !== parent || typeof data !== 'object' || data === null) return;
  const { type, state } = data as { type?: unknown; state?: unknown };
  if (type === 'mh-set-state' && 'state' in element) element.state = state;
}
