/**
 * Which tab a key leads to, after the ARIA authoring practices; null where it moves nothing. Tabs
 * run as the page's script does, so in a right-to-left page the left arrow goes on.
 */
export function tabAfter(
  { key }: Pick<KeyboardEvent, 'key'>,
  now: number,
  count: number,
  direction: string,
): number | null {
  const forward = direction === 'rtl' ? -1 : 1;
  const to: Record<string, number> = {
    ArrowLeft: (now - forward + count) % count,
    ArrowRight: (now + forward + count) % count,
    Home: 0,
    End: count - 1,
  };
  return to[key] ?? null;
}
