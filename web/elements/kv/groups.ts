/** Which key/value head each query head reads: groups[head] is its column. */

/** The query heads of the small layer. */
export const heads = 8;

export type Groups = readonly number[];

/** Neighbours share, as in every model: 0 0 0 0 1 1 1 1. */
export const usualGroups = (kvHeads: number): Groups =>
  Array.from({ length: heads }, (_, head) => Math.floor((head * kvHeads) / heads));

export const isUsual = (groups: Groups, kvHeads: number): boolean =>
  usualGroups(kvHeads).every((group, head) => groups[head] === group);

/** The groups if they fit: every head has one, and every one has a head. Otherwise null. */
export function settleGroups(groups: Groups, kvHeads: number): Groups | null {
  const isWhole = groups.length === heads && groups.every((group) => group < kvHeads);
  return isWhole && new Set(groups).size === kvHeads ? groups : null;
}

/** The head reads another column; null where that would leave a column without a head. */
export function moveHead(groups: Groups, head: number, group: number): Groups | null {
  const moved = groups.map((each, i) => (i === head ? group : each));
  return new Set(moved).size === new Set(groups).size ? moved : null;
}

export const members = (groups: Groups, group: number): number[] =>
  groups.flatMap((each, head) => (each === group ? [head] : []));

export function areEqualSizes(groups: Groups): boolean {
  const sizes = new Set(groups).size;
  return groups.every((group) => members(groups, group).length * sizes === heads);
}

/** The heads, group after group. */
export const headOrder = (groups: Groups): number[] =>
  [...groups.keys()].sort((a, b) => groups[a]! - groups[b]! || a - b);
