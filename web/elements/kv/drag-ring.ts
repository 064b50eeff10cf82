import { placeIn } from '../../ui/place-in.js';
import { nearestColumn, type Column } from './layout.js';

/** A drag begins when the pointer has moved this many px: a press alone moves nothing. */
const leastMove = 6;

/** Drags the ring of a line over the columns. */
export function dragRing(
  event: PointerEvent,
  columns: readonly Column[],
  { read, end }: { readonly read: (column: number) => void; readonly end: () => void },
) {
  if (event.button !== 0) return;
  const ring = event.currentTarget as HTMLElement;
  const drawing = ring.closest<HTMLElement>('.drawing')!;
  ring.setPointerCapture(event.pointerId);
  const drag = new AbortController();
  let hasMoved = false;
  const move = (moved: PointerEvent) => {
    hasMoved ||= Math.abs(moved.clientX - event.clientX) > leastMove;
    if (hasMoved) read(nearestColumn(columns, placeIn(drawing, moved).x));
  };
  const stop = () => {
    drag.abort();
    end();
  };
  const { signal } = drag;
  ring.addEventListener('pointermove', move, { signal });
  ring.addEventListener('pointerup', stop, { signal });
  ring.addEventListener('pointercancel', stop, { signal });
}
