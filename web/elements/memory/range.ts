/** 4–7, or 4 alone. */
export const tokenRange = (first: number, count: number): string =>
  count === 1 ? String(first) : `${first}–${first + count - 1}`;

export const areSeveral = (range: string): boolean => range.includes('–');
