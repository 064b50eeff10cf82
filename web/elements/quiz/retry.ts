/**
 * Chooses the next question. A missed question comes back until it is answered correctly, each time
 * after twice as many other questions as before. Between two of them are at least two new questions.
 */

/** The first answer to a question, also each time that it comes back. */
export interface LoggedAnswer {
  readonly id: string;
  readonly missed: boolean;
}
export type Status = 'new' | 'right' | 'missed' | 'learned';

/** How many other questions come before a missed question comes back for the first time. */
const firstWait = 3;
/** How many new questions come between two repeated ones. */
const newBetween = 2;

export interface Place {
  readonly status: Status;
  /** The length of the log from which on it comes back. */
  readonly due: number;
  /** How often it was missed since it was last answered correctly. */
  readonly misses: number;
}

const unanswered: Place = { status: 'new', due: Infinity, misses: 0 };

/** The status of each question after these answers. Answers to other questions do not count. */
export function statuses(
  ids: readonly string[],
  log: readonly LoggedAnswer[],
): ReadonlyMap<string, Place> {
  return plan(ids, log).places;
}

/**
 * The question after `current`: a missed one that is due, or else the next new one, or else the
 * missed one that is due first. It depends on the log only, so it is the same after a reload.
 */
export function chooseNext(
  ids: readonly string[],
  log: readonly LoggedAnswer[],
  current: string | null,
): string | null {
  const { places, count, newInARow, last } = plan(ids, log);
  const missed = ids
    .filter((id) => places.get(id)!.status === 'missed')
    .sort((a, b) => places.get(a)!.due - places.get(b)!.due);
  const others = missed.filter((id) => id !== current);
  // After a skipped question comes a new one, so that nobody skips from one missed one to another.
  const canRepeat = newInARow >= newBetween && (current === null || current === last);
  const due = canRepeat ? others.find((id) => places.get(id)!.due <= count) : undefined;
  const start = current === null ? 0 : ids.indexOf(current) + 1;
  const following = [...ids.slice(start), ...ids.slice(0, start)];
  const next = following.find((id) => id !== current && places.get(id)!.status === 'new');
  return due ?? next ?? others[0] ?? (isOpen(places.get(current ?? '')) ? current : null);
}

function plan(ids: readonly string[], log: readonly LoggedAnswer[]) {
  const places = new Map(ids.map((id) => [id, unanswered]));
  let count = 0;
  let newInARow = 0;
  let last: string | null = null;
  for (const { id, missed } of log) {
    const place = places.get(id);
    if (!place) continue;
    count += 1;
    newInARow = place.status === 'new' ? newInARow + 1 : 0;
    last = id;
    places.set(id, missed ? afterMiss(place, count) : afterRight(place));
  }
  return { places, count, newInARow, last };
}

const afterMiss = ({ misses }: Place, count: number): Place => ({
  status: 'missed',
  due: count + firstWait * 2 ** misses,
  misses: misses + 1,
});

const afterRight = ({ status }: Place): Place => ({
  status: status === 'new' || status === 'right' ? 'right' : 'learned',
  due: Infinity,
  misses: 0,
});

const isOpen = (place: Place | undefined) => place?.status === 'new' || place?.status === 'missed';
