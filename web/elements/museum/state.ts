import {
  readObject,
  readFields,
  setOf,
  text,
  integer,
  storedTrue,
  type Fields,
} from '../../lib/state-fields.js';

/** What a learner did with an exhibit. Verdicts are not stored: the core computes them again. */
export interface Visit {
  /** The tests that were run, by id. */
  readonly tests: readonly string[];
  /** The names that were tried, as exhibit ids. */
  readonly guesses: readonly string[];
  /** The learner asked for the answer. */
  readonly shown: boolean;
}

/** Plain JSON. Exhibits have numbers, so that an address does not reveal a bug. */
export interface MuseumState {
  readonly exhibit: number;
  /** By exhibit number; 0 is the correct program. */
  readonly visits: Readonly<Record<number, Visit>>;
}

const most = { exhibits: 99, entries: 99, letters: 40 } as const;
const unvisited: Visit = { tests: [], guesses: [], shown: false };

export const emptyMuseum: MuseumState = { exhibit: 1, visits: {} };

const names = setOf(text(most.letters), most.entries);
const ofVisit: Fields<Visit> = {
  tests: ['tests', names],
  guesses: ['guesses', names],
  shown: ['shown', storedTrue],
};

/** Makes a valid state from anything. Invalid parts are left out. */
export function parseMuseum(input: unknown): MuseumState {
  const { exhibit, visits } = readObject(input);
  const read: Record<number, Visit> = {};
  for (const [key, visit] of Object.entries(readObject(visits))) {
    const number = integer(0, most.exhibits)(key);
    if (number !== undefined) read[number] = { ...unvisited, ...readFields(visit, ofVisit) };
  }
  return {
    exhibit: integer(1, most.exhibits)(exhibit) ?? emptyMuseum.exhibit,
    visits: read,
  };
}

export const visitTo = ({ visits }: MuseumState, number: number): Visit =>
  visits[number] ?? unvisited;

/** Adds to the visit of an exhibit. */
export function visited(state: MuseumState, number: number, news: Partial<Visit>): MuseumState {
  const before = visitTo(state, number);
  const together = (a: readonly string[], b: readonly string[] = []) => [...new Set([...a, ...b])];
  const visit: Visit = {
    tests: together(before.tests, news.tests),
    guesses: together(before.guesses, news.guesses),
    shown: before.shown || (news.shown ?? false),
  };
  return { ...state, visits: { ...state.visits, [number]: visit } };
}
