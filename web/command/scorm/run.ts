import { progressOfFile } from '../../elements/quiz/progress.js';
import { readList, readObject } from '../../lib/state-fields.js';
import type { AnswerDetail, StateDetail } from '../../ui/events.js';
import { Lms } from './lms.js';
import {
  questionsFirst,
  readSuspended,
  writeSuspended,
  type Mark,
  type Suspended,
} from './suspended.js';

/** Connects a packed lesson with the learning system in which it is shown. */
function run(lms: Lms) {
  const begun = Date.now();
  const { questions, mastery } = plan();
  const isReadOnly = ['browse', 'review'].includes(lms.get('cmi.core.lesson_mode'));
  const before = readSuspended(lms.get('cmi.suspend_data'), questions);
  const marks = [...before.marks];
  const states = new Map(before.states);
  const elements = [...document.querySelectorAll<HTMLElement>('main *')].filter(({ localName }) =>
    localName.startsWith('mh-'),
  );
  const isQuiz = (place: number) =>
    ['mh-quiz', 'mh-quick-check'].includes(elements[place]?.localName ?? '');
  const sources = new Set(
    elements.filter(({ localName }) => localName === 'mh-quiz-set').map(sourceOf),
  );
  restore(before, elements, sources);
  // A page from the browser's cache has finished: only a new one may begin again.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
  if (isReadOnly) {
    addEventListener('pagehide', () => lms.finish());
    return;
  }

  const earlier = readResult(lms);
  const save = () => {
    const sets = [...sources].map((src) => [src, progressOfFile(src).read()] as const);
    const kept = { marks, states: questionsFirst(states, isQuiz), sets: new Map(sets) };
    lms.set('cmi.suspend_data', writeSuspended(kept, questions));
    report(lms, marks, mastery, earlier);
  };
  document.body.addEventListener('mh-state', ({ target, detail }: CustomEvent<StateDetail>) => {
    const place = elements.indexOf(target as HTMLElement);
    if (place >= 0) states.set(place, detail.state);
    save();
  });
  document.body.addEventListener('mh-answer', ({ target, detail }: CustomEvent<AnswerDetail>) => {
    const place = placeOf(target as HTMLElement, detail, questions);
    if (place >= 0) marks[place] = Math.max(marks[place]!, detail.correct ? 2 : 1) as Mark;
    save();
    lms.commit();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    leave(lms, begun);
    lms.commit();
  });
  addEventListener('pagehide', () => {
    leave(lms, begun);
    lms.finish();
  });
  if (earlier.isFinal) return; // nothing is new until something is answered
  save();
  lms.commit();
}

/** After any other exit, many systems forget suspend_data, also after a pass. */
function leave(lms: Lms, begun: number) {
  lms.set('cmi.core.session_time', timeSince(begun));
  lms.set('cmi.core.exit', 'suspend');
}

/** The questions that count, which the page has as data. */
function plan(): { questions: readonly string[]; mastery: number | null } {
  const text = document.querySelector('script#mh-scorm')?.textContent ?? '{}';
  const { questions, mastery } = readObject(JSON.parse(text));
  return {
    questions: (readList(questions) ?? []).map(String),
    mastery: typeof mastery === 'number' ? mastery : null,
  };
}

/** Before the elements are there: what was kept in this browser may be another learner's. */
function restore(
  { states, sets }: Suspended,
  elements: readonly HTMLElement[],
  sources: ReadonlySet<string>,
) {
  for (const src of sources) progressOfFile(src).write(sets.get(src) ?? { log: [], tries: {} });
  elements.forEach((element, place) => {
    if (states.has(place)) (element as { state?: unknown }).state = states.get(place);
  });
}

const sourceOf = (element: HTMLElement) => element.getAttribute('src') ?? '';

/** The place of the answered question; -1 if it does not count. */
const placeOf = (element: HTMLElement, { question }: AnswerDetail, questions: readonly string[]) =>
  questions.indexOf(`${sourceOf(element)} ${question.replace(/\/\d+$/u, '')}`);

/** What an earlier visit reached, which is never taken back. */
interface Result {
  readonly score: number;
  readonly status: string;
  readonly isFinal: boolean;
}

function readResult(lms: Lms): Result {
  const status = lms.get('cmi.core.lesson_status');
  const raw = Number(lms.get('cmi.core.score.raw'));
  const score = raw >= 0 && raw <= 100 ? raw : 0;
  return { score, status, isFinal: ['passed', 'completed'].includes(status) };
}

/** The score is the share of questions that were answered correctly, in %. */
function report(lms: Lms, marks: readonly Mark[], mastery: number | null, earlier: Result) {
  const right = marks.filter((mark) => mark === 2).length;
  const reached = Math.round((100 * right) / Math.max(1, marks.length));
  const score = Math.max(reached, earlier.score);
  if (marks.length > 0) {
    lms.set('cmi.core.score.min', '0');
    lms.set('cmi.core.score.max', '100');
    lms.set('cmi.core.score.raw', String(score));
  }
  const isDone = marks.every((mark) => mark > 0);
  const passed = score >= (mastery ?? 0) ? 'passed' : 'failed';
  const done = mastery === null || marks.length === 0 ? 'completed' : passed;
  const status = isDone ? done : 'incomplete';
  lms.set('cmi.core.lesson_status', earlier.isFinal ? earlier.status : status);
}

/** As SCORM writes times: HHHH:MM:SS. */
function timeSince(begun: number): string {
  const seconds = Math.min(Math.floor((Date.now() - begun) / 1000), 3_599_999);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join(':');
}

const found = Lms.find();
if (found) run(found);
