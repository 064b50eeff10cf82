import type { Picture } from '../../lib/drawing.js';
import { drawShapes, type Shape } from './drawing.js';
import { percentText, type ModelSplit, type Split } from './shares.js';
import { words } from './words/index.js';

const bar = { height: 30, rowHeight: 52, names: 24 } as const;

/** Two bars on one scale, with their numbers in them. */
export function shareDrawing(split: ModelSplit, width: number): Picture {
  const isWide = width >= 700;
  const left = isWide ? 208 : 0;
  const rowHeight = bar.rowHeight + (isWide ? 0 : 40);
  const longest = Math.max(total(split.textbook), total(split.built));
  const perParameter = (width - left) / longest;
  const rows = [
    { ...words.shares.textbook, split: split.textbook },
    { name: words.shares.built.name, note: words.shares.built.note(split), split: split.built },
  ];
  const shapes = rows.flatMap(({ name, note, split }, i): Shape[] => {
    const y = bar.names + i * rowHeight + (isWide ? 0 : 36);
    return [
      { look: 'title', x: 0, y: isWide ? y + 13 : y - 22, words: name },
      { look: 'quiet', x: 0, y: isWide ? y + 29 : y - 6, words: note },
      ...splitBar(split, left, y, perParameter),
    ];
  });
  const border = left + split.textbook.attention * perParameter;
  const names: Shape[] = [
    { look: 'title', x: left, y: 14, words: words.shares.attention },
    { look: 'title', x: border + 4, y: 14, words: words.shares.feedForward },
  ];
  return drawShapes(width, bar.names + 2 * rowHeight, [...names, ...shapes]);
}

const total = ({ attention, feedForward }: Split) => attention + feedForward;

function splitBar(
  { attention, feedForward, share }: Split,
  left: number,
  y: number,
  perParameter: number,
): Shape[] {
  const [one, two] = [attention * perParameter, feedForward * perParameter];
  const isNarrow = two < 150;
  const text = y + 19;
  return [
    { look: 'ink', x: left, y, width: one - 1, height: bar.height },
    { look: 'kept', x: left + one + 1, y, width: two - 1, height: bar.height },
    ...(one > 80
      ? [number('on-ink', left + one / 2, text, 'middle', words.whole(attention))]
      : ([] as Shape[])),
    number('bold', left + one + 12, text, 'start', isNarrow ? '' : words.whole(feedForward)),
    number('bold', left + one + two - 10, text, 'end', percentText(share)),
  ];
}

const number = (
  look: 'on-ink' | 'bold',
  x: number,
  y: number,
  anchor: 'start' | 'middle' | 'end',
  words: string,
): Shape => ({ look, x, y, anchor, words });
