/**
 * When a missed question comes again: after two others, then after five, then at the end, as cards
 * move through Leitner's boxes. Right each time, it is learned; missed once more, it begins again.
 */

/** A first answer to a question, or to one that came again. */
export interface Answered {
  readonly id: string;
  readonly missed: boolean;
}
export type Standing = 'new' | 'right' | 'missed' | 'learned';

/** How many other questions are answered before it comes again. */
const waits = [2, 5, Infinity] as const;

interface Place {
  readonly standing: Standing;
  /** So many answers must be there before it comes again. */
  readonly due: number;
  /** Which answer was its last. */
  readonly last: number;
}

/** How each question stands after these answers; those to other questions do not count. */
export function standings(
  ids: readonly string[],
  log: readonly Answered[],
): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>(
    ids.map((id) => [id, { standing: 'new', due: Infinity, last: -1 }]),
  );
  const boxes = new Map<string, number>();
  let count = 0;
  for (const { id, missed } of log) {
    const place = places.get(id);
    if (!place) continue;
    const last = count++;
    const box = missed ? 0 : (boxes.get(id) ?? waits.length - 1) + 1;
    boxes.set(id, box);
    const wait = waits[box];
    const passed = place.standing === 'new' || place.standing === 'right' ? 'right' : 'learned';
    places.set(id, {
      standing: wait === undefined ? passed : 'missed',
      due: last + 1 + (wait ?? Infinity),
      last,
    });
  }
  return places;
}

/** What to ask after `current`: what is due, else the next new one, else what is still to come. */
export function nextOf(
  ids: readonly string[],
  log: readonly Answered[],
  current: string | null,
): string | null {
  const places = standings(ids, log);
  const count = log.filter(({ id }) => places.has(id)).length;
  const again = ids
    .filter((id) => places.get(id)!.standing === 'missed')
    .sort((a, b) => {
      const [one, other] = [places.get(a)!, places.get(b)!];
      return one.due === other.due ? one.last - other.last : one.due - other.due;
    });
  const start = current === null ? 0 : ids.indexOf(current) + 1;
  const following = [...ids.slice(start), ...ids.slice(0, start)];
  return (
    again.find((id) => id !== current && places.get(id)!.due <= count) ??
    following.find((id) => id !== current && places.get(id)!.standing === 'new') ??
    again.find((id) => id !== current) ??
    (current !== null && isOpen(places.get(current)) ? current : null)
  );
}

const isOpen = (place: Place | undefined) =>
  place?.standing === 'new' || place?.standing === 'missed';
