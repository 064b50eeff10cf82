import type { Engine } from '../../../emscripten/package/contract.js';
import { fill, computeNumber, type Numbers, type NumberSource } from '../../lib/computed.js';
import type { Content } from '../../lib/content.js';
import {
  readObject,
  flag,
  oneOf,
  readFields,
  text,
  integer,
  type Fields,
  type Reader,
} from '../../lib/state-fields.js';
import { setOf, storedTrue } from '../../lib/stored-fields.js';
import type { Question } from './questions/questions.schema.js';

/** A question as data: questions/questions.schema.json explains each field. */
export type InterviewQuestion = Content<Question>;

/** Fills in the numbers, which the core computes. */
export function computeQuestion(
  { numbers = {}, ...question }: InterviewQuestion,
  engine: Engine,
): InterviewQuestion {
  const scope = { numbers: computeNumbers(numbers, engine), tensors: [], engine };
  const compute = (text: string) => fill(text, scope);
  return {
    ...question,
    question: compute(question.question),
    answer: question.answer.map(compute),
    points: question.points.map(compute),
  };
}

function computeNumbers(sources: Readonly<Record<string, NumberSource>>, engine: Engine): Numbers {
  return Object.entries(sources).reduce<Numbers>(
    (numbers, [name, source]) => ({
      ...numbers,
      [name]: computeNumber(source, { numbers, tensors: [], engine }),
    }),
    {},
  );
}

/** The state of an interview, as plain JSON. The learner's texts are stored separately. */
export interface InterviewState {
  /** 0 for any difficulty. */
  readonly stars: 0 | 1 | 2 | 3;
  /** A company, 'companies' for any company, 'errata' for none, or empty for all questions. */
  readonly company: string;
  readonly onlyMissed: boolean;
  /** The id of the open question, or empty. */
  readonly open: string;
}

const start: InterviewState = { stars: 0, company: '', onlyMissed: false, open: '' };
const shortText = text(80);
const fields: Fields<InterviewState> = {
  stars: ['stars', integer(0, 3) as Reader<InterviewState['stars']>],
  company: ['company', shortText],
  onlyMissed: ['only-missed', flag],
  open: ['open', shortText],
};

/** Makes a valid state from anything, such as stored JSON or attributes. */
export const parseInterview = (input: unknown, base: InterviewState = start): InterviewState => ({
  ...base,
  ...readFields(input, fields),
});

export type Rating = 'missed' | 'partly' | 'had';
export const ratings: readonly Rating[] = ['missed', 'partly', 'had'];

/** A learner's attempt at a question. */
export interface Attempt {
  readonly note: string;
  /** Answered aloud, without a note. */
  readonly aloud: boolean;
  /** The model answer is shown. */
  readonly shown: boolean;
  /** The indices of the points that the answer mentioned. */
  readonly named: readonly number[];
  readonly rating: Rating | null;
}
/** By question id. */
export type Attempts = Readonly<Record<string, Attempt>>;

export const noAttempt: Attempt = { note: '', aloud: false, shown: false, named: [], rating: null };
export const maxNoteLength = 4000;

export const hasAnswered = ({ note, aloud }: Attempt): boolean => aloud || note.trim() !== '';

/** Makes valid attempts from anything that was stored. Invalid parts are left out. */
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
      note: [
        'note',
        (note) => (typeof note === 'string' ? note.slice(0, maxNoteLength) : undefined),
      ],
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

/** Applies the filters. The open question stays in the list when its rating changes. */
export function applyFilters(
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

/** Removes an unknown company or question from the state. */
export function removeUnknown(
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
