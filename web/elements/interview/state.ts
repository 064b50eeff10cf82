import type { Engine } from '../../../emscripten/package/contract.js';
import { fill, computeNumber, type Numbers, type NumberSource } from '../../lib/computed.js';
import {
  readObject,
  flag,
  oneOf,
  readFields,
  setOf,
  text,
  integer,
  storedTrue,
  type Fields,
  type Reader,
} from '../../lib/state-fields.js';

/** A question as data, see web/elements/interview/questions/questions.schema.json. */
export interface InterviewQuestion {
  readonly id: string;
  readonly question: string;
  readonly stars: 1 | 2 | 3;
  /** Companies that are said to ask it; none: it is about a common mistake. */
  readonly companies: readonly string[];
  /** What its texts name; each may use those before it. */
  readonly numbers?: Readonly<Record<string, NumberSource>>;
  /** Paragraphs. */
  readonly answer: readonly string[];
  /** What a good answer names. */
  readonly points: readonly string[];
}

/** The same question with the core's numbers in its texts. */
export function computedQuestion(
  { numbers = {}, ...question }: InterviewQuestion,
  engine: Engine,
): InterviewQuestion {
  const scope = { numbers: computedNumbers(numbers, engine), tensors: [], engine };
  const compute = (text: string) => fill(text, scope);
  return {
    ...question,
    question: compute(question.question),
    answer: question.answer.map(compute),
    points: question.points.map(compute),
  };
}

function computedNumbers(sources: Readonly<Record<string, NumberSource>>, engine: Engine): Numbers {
  return Object.entries(sources).reduce<Numbers>(
    (numbers, [name, source]) => ({
      ...numbers,
      [name]: computeNumber(source, { numbers, tensors: [], engine }),
    }),
    {},
  );
}

/** What an interview shows, as plain JSON. What the learner wrote is kept apart. */
export interface InterviewState {
  /** 0: of any difficulty. */
  readonly stars: 0 | 1 | 2 | 3;
  /** A company, 'companies' for any of them, 'errata', or empty: of anyone. */
  readonly company: string;
  readonly onlyMissed: boolean;
  /** The id of the question that is open; empty: none. */
  readonly open: string;
}

const start: InterviewState = { stars: 0, company: '', onlyMissed: false, open: '' };
const short = text(80);
const fields: Fields<InterviewState> = {
  stars: ['stars', integer(0, 3) as Reader<InterviewState['stars']>],
  company: ['company', short],
  onlyMissed: ['only-missed', flag],
  open: ['open', short],
};

/** A valid state from anything: a stored object, attributes. Else `base` stays. */
export const parseInterview = (input: unknown, base: InterviewState = start): InterviewState => ({
  ...base,
  ...readFields(input, fields),
});

export type Rating = 'missed' | 'partly' | 'had';
export const ratings: readonly Rating[] = ['missed', 'partly', 'had'];

/** What a learner did with one question. */
export interface Attempt {
  readonly note: string;
  /** Answered aloud, without a note. */
  readonly aloud: boolean;
  /** The model answer is in sight. */
  readonly shown: boolean;
  /** The points that the answer named, by their place. */
  readonly named: readonly number[];
  readonly rating: Rating | null;
}
/** By the id of the question. */
export type Attempts = Readonly<Record<string, Attempt>>;

export const noAttempt: Attempt = { note: '', aloud: false, shown: false, named: [], rating: null };
export const longestNote = 4000;

export const hasAnswered = ({ note, aloud }: Attempt): boolean => aloud || note.trim() !== '';

/** Valid attempts at these questions from anything that was stored; the rest is left out. */
export function parseAttempts(input: unknown, questions: readonly InterviewQuestion[]): Attempts {
  const source = readObject(input);
  const known = questions.filter(({ id }) => Object.hasOwn(source, id));
  return Object.fromEntries(
    known.map(({ id, points }) => [id, parseAttempt(source[id], points.length)]),
  );
}

function parseAttempt(input: unknown, points: number): Attempt {
  const place = integer(0, points - 1);
  const point: Reader<number> = (input) => (typeof input === 'number' ? place(input) : undefined);
  const attempt = {
    ...noAttempt,
    ...readFields<Attempt>(input, {
      note: ['note', (note) => (typeof note === 'string' ? note.slice(0, longestNote) : undefined)],
      aloud: ['aloud', storedTrue],
      shown: ['shown', storedTrue],
      named: ['named', setOf(point)],
      rating: ['rating', oneOf(...ratings)],
    }),
  };
  return { ...attempt, shown: attempt.shown && hasAnswered(attempt) };
}

export const listCompanies = (questions: readonly InterviewQuestion[]): string[] =>
  [...new Set(questions.flatMap(({ companies }) => companies))].sort();

/** Those that the filters leave. The open one stays while it is open, whatever its new rating. */
export function chosen(
  questions: readonly InterviewQuestion[],
  { stars, company, onlyMissed, open }: InterviewState,
  attempts: Attempts,
): InterviewQuestion[] {
  return questions.filter(
    (question) =>
      (stars === 0 || question.stars === stars) &&
      isAskedBy(question, company) &&
      (!onlyMissed || attempts[question.id]?.rating === 'missed' || question.id === open),
  );
}

function isAskedBy({ companies }: InterviewQuestion, company: string): boolean {
  if (company === '') return true;
  if (company === 'companies') return companies.length > 0;
  return company === 'errata' ? companies.length === 0 : companies.includes(company);
}

/** A state that these questions know: an unknown company or question is none. */
export function fitting(
  state: InterviewState,
  questions: readonly InterviewQuestion[],
): InterviewState {
  const { company, open } = state;
  const isKnown = ['companies', 'errata', ...listCompanies(questions)].includes(company);
  return {
    ...state,
    company: isKnown ? company : '',
    open: questions.some(({ id }) => id === open) ? open : '',
  };
}
