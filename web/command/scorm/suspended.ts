import { parseProgress, type QuizProgress } from '../../elements/quiz/progress.js';
import { readList, readObject } from '../../lib/state-fields.js';

/** What the learning system keeps between two visits. */
export interface Suspended {
  /** For each question: 0 not answered, 1 answered, 2 answered correctly. */
  readonly marks: readonly Mark[];
  /** States of elements by their place in the page; where there is no room, the last are left out. */
  readonly states: ReadonlyMap<number, unknown>;
  /** The progress of quiz sets, by their src. */
  readonly sets: ReadonlyMap<string, QuizProgress>;
}
export type Mark = 0 | 1 | 2;

/** SCORM 1.2 allows no more for cmi.suspend_data. */
const longest = 4096;
const mostElements = 500;

/** Of a question, in the characters of `keysOf`. */
const keyLength = 4;

/** Says after a change of the lesson which question was at which place. */
const keysOf = (questions: readonly string[]): string => questions.map(keyOf).join('');

/** FNV-1a, cut. In one of 84 lessons with 200 questions, two share a key, and one loses its mark. */
function keyOf(question: string): string {
  let hash = 0x811c9dc5;
  for (const unit of question) hash = Math.imul(hash ^ unit.codePointAt(0)!, 0x01000193);
  return ((hash >>> 0) % 36 ** keyLength).toString(36).padStart(keyLength, '0');
}

/**
 * Where there is no room, states are left out first, then answers of quiz sets, their log, and the
 * keys of the questions.
 */
export function writeSuspended(
  { marks, states, sets }: Suspended,
  questions: readonly string[],
): string {
  const whole: Written = {
    k: keysOf(questions),
    m: marks.join(''),
    p: Object.fromEntries([...sets].map(([src, each]) => [src, toList(src, each, questions)])),
    e: {},
  };
  if (JSON.stringify(whole).length > longest) {
    for (const set of Object.values(whole.p)) set[1] = {};
  }
  if (JSON.stringify(whole).length > longest) whole.p = {};
  if (JSON.stringify(whole).length > longest) delete whole.k;
  for (const [place, state] of states) {
    const more = { ...whole, e: { ...whole.e, [place]: state } };
    if (JSON.stringify(more).length <= longest) whole.e[place] = state;
  }
  return JSON.stringify(whole);
}

/** Figures fill the room that questions leave. */
export function questionsFirst(
  states: ReadonlyMap<number, unknown>,
  isQuestion: (place: number) => boolean,
): ReadonlyMap<number, unknown> {
  const rank = ([place]: [number, unknown]) => (isQuestion(place) ? 0 : 1);
  return new Map([...states].sort((a, b) => rank(a) - rank(b)));
}

type Tried = readonly [seed: number, shown: number, ...answers: string[]];
type SetList = [log: number[], tries: Record<number, Tried>];

interface Written {
  k?: string;
  m: string;
  p: Record<string, SetList>;
  e: Record<number, unknown>;
}

/** Ids are the longest part of a progress, so their places are written instead. */
function toList(src: string, { log, tries }: QuizProgress, questions: readonly string[]): SetList {
  const placeOf = (id: string) => questions.indexOf(`${src} ${id}`);
  return [
    log.flatMap(({ id, missed }) => (placeOf(id) < 0 ? [] : [placeOf(id) * 2 + (missed ? 1 : 0)])),
    Object.fromEntries(
      Object.entries(tries).flatMap(([id, { seed, shown, answers }]) =>
        placeOf(id) < 0 ? [] : [[placeOf(id), [seed, shown ? 1 : 0, ...answers] as Tried]],
      ),
    ),
  ];
}

/**
 * Valid data from anything: learners can change what the learning system keeps. If the lesson has
 * other questions now, each keeps its own, and elements begin anew: they may be in other places.
 */
export function readSuspended(text: string, asked: readonly string[]): Suspended {
  const { k, m, p, e } = readObject(parsed(text.slice(0, longest)));
  const isSame = k === undefined || k === keysOf(asked); // earlier versions wrote no keys
  const questions = isSame ? asked : questionsAt(k, asked);
  const marks = asked.map((question): Mark => {
    const mark = typeof m === 'string' ? Number(m[questions.indexOf(question)]) : 0;
    return mark === 1 || mark === 2 ? mark : 0;
  });
  const states = Object.entries(isSame ? readObject(e) : {})
    .map(([place, state]): [number, unknown] => [Number(place), state])
    .filter(([place]) => Number.isInteger(place) && place >= 0 && place < mostElements);
  const sets = Object.entries(readObject(p)).map(([src, list]): [string, QuizProgress] => [
    src,
    fromList(src, list, questions),
  ]);
  return { marks, states: new Map(states), sets: new Map(sets) };
}

/** The questions in the places of before; null for one that there is not any more. */
function questionsAt(keys: unknown, asked: readonly string[]): readonly (string | null)[] {
  const places = typeof keys === 'string' ? (keys.match(/.{4}/gsu) ?? []) : [];
  return places.map((key) => asked.find((question) => keyOf(question) === key) ?? null);
}

function fromList(
  src: string,
  input: unknown,
  questions: readonly (string | null)[],
): QuizProgress {
  const [log, tries] = readList(input, 2) ?? [];
  const idAt = (place: number) => {
    const question = questions[place] ?? '';
    return question.startsWith(`${src} `) ? question.slice(src.length + 1) : null;
  };
  const entries = Object.entries(readObject(tries)).map(([place, each]) => {
    const [seed, shown, ...answers] = readList(each, 101) ?? [];
    return [idAt(Number(place)), { seed, shown: shown === 1, answers }];
  });
  return parseProgress({
    log: (readList(log) ?? []).map((code) => ({
      id: idAt(Math.floor(Number(code) / 2)),
      missed: Number(code) % 2 === 1,
    })),
    tries: Object.fromEntries(entries.filter(([id]) => id !== null)) as unknown,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
