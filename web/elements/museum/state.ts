import { readObject, readFields, text, integer, type Fields } from '../../lib/state-fields.js';
import type { StateStore, Store } from '../../lib/stored.js';
import { setOf, storedTrue } from '../../lib/stored-fields.js';

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

const limits = { exhibits: 99, entries: 99, letters: 40 } as const;
const unvisited: Visit = { tests: [], guesses: [], shown: false };

export const emptyMuseum: MuseumState = { exhibit: 1, visits: {} };

const names = setOf(text(limits.letters), limits.entries);
const visitFields: Fields<Visit> = {
  tests: ['tests', names],
  guesses: ['guesses', names],
  shown: ['shown', storedTrue],
};

/** Makes a valid state from anything. Invalid parts are left out. */
export function parseMuseum(input: unknown): MuseumState {
  const { exhibit, visits } = readObject(input);
  const read: Record<number, Visit> = {};
  for (const [key, visit] of Object.entries(readObject(visits))) {
    const number = integer(0, limits.exhibits)(key);
    if (number !== undefined) read[number] = { ...unvisited, ...readFields(visit, visitFields) };
  }
  return {
    exhibit: integer(1, limits.exhibits)(exhibit) ?? emptyMuseum.exhibit,
    visits: read,
  };
}

export const visitTo = ({ visits }: MuseumState, number: number): Visit =>
  visits[number] ?? unvisited;

/** Adds to the visit of an exhibit. */
export function addToVisit(state: MuseumState, number: number, added: Partial<Visit>): MuseumState {
  const before = visitTo(state, number);
  const union = (a: readonly string[], b: readonly string[] = []) => [...new Set([...a, ...b])];
  const visit: Visit = {
    tests: union(before.tests, added.tests),
    guesses: union(before.guesses, added.guesses),
    shown: before.shown || (added.shown ?? false),
  };
  return { ...state, visits: { ...state.visits, [number]: visit } };
}

/**
 * Where progress is stored: a change adds what the learner did to it. An older link or tab knows
 * less than is stored, and what came with a link was not done by this learner.
 */
export function addingTo(stored: Store<MuseumState>): StateStore<MuseumState> {
  return {
    read: () => stored.read(),
    write(state, before) {
      stored.write(
        state === emptyMuseum
          ? state
          : withNews({ ...stored.read(), exhibit: state.exhibit }, state, before),
      );
    },
  };
}

/** Adds what is new in `state` since `before`. */
const withNews = (kept: MuseumState, state: MuseumState, before: MuseumState): MuseumState =>
  Object.keys(state.visits)
    .map(Number)
    .filter((number) => visitTo(state, number) !== visitTo(before, number))
    .reduce((all, number) => {
      const [now, earlier] = [visitTo(state, number), visitTo(before, number)];
      return addToVisit(all, number, {
        tests: without(now.tests, earlier.tests),
        guesses: without(now.guesses, earlier.guesses),
        shown: now.shown && !earlier.shown,
      });
    }, kept);

const without = (all: readonly string[], known: readonly string[]) =>
  all.filter((each) => !known.includes(each));
