/** Where keys lead in a row of tabs or the like, after the ARIA authoring practices. */

type Key = Pick<KeyboardEvent, 'key'>;

/**
 * 1 for the arrow that goes on along a row, -1 for the one that goes back, else 0. A row runs as the
 * page's script does, so in a right-to-left page the left arrow goes on.
 */
export function stepAlong({ key }: Key, direction: string): number {
  const forward = direction === 'rtl' ? -1 : 1;
  return key === 'ArrowRight' ? forward : key === 'ArrowLeft' ? -forward : 0;
}

/** The place in a row that a key leads to, from the last to the first too; null for other keys. */
export function placeAfter(
  event: Key,
  now: number,
  count: number,
  direction: string,
  isVertical = false,
): number | null {
  const { key } = event;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const vertical = isVertical ? ({ ArrowDown: 1, ArrowUp: -1 }[key] ?? 0) : 0;
  const step = stepAlong(event, direction) + vertical;
  return step === 0 ? null : (now + step + count) % count;
}
