/** Moves in a row of tabs or radio buttons by keys, as in the ARIA authoring practices. */

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'metaKey'>;

/** Keys with Alt or Cmd are the browser's: back and forward, or the ends of the page. */
export const isBrowserShortcut = ({ altKey, metaKey }: Omit<Key, 'key'>): boolean =>
  altKey || metaKey;

/**
 * 1 for the arrow key that goes forward, -1 for the one that goes back, 0 for other keys. On a
 * right-to-left page the left arrow goes forward. With Alt or Cmd the arrow keys are the browser's.
 */
export function stepAlong(event: Key, direction: string): number {
  if (isBrowserShortcut(event)) return 0;
  const { key } = event;
  const forward = direction === 'rtl' ? -1 : 1;
  return key === 'ArrowRight' ? forward : key === 'ArrowLeft' ? -forward : 0;
}

/** The index that a key moves to, wrapping around at the ends; null for other keys and the browser's. */
export function indexAfterKey(
  event: Key,
  current: number,
  count: number,
  direction: string,
  isVertical = false,
): number | null {
  if (isBrowserShortcut(event)) return null;
  const { key } = event;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const vertical = isVertical ? ({ ArrowDown: 1, ArrowUp: -1 }[key] ?? 0) : 0;
  const step = stepAlong(event, direction) + vertical;
  return step === 0 ? null : (current + step + count) % count;
}
