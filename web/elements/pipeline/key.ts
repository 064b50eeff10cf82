import { rectangle, type Paint } from '../../lib/drawing.js';
import { wrapText } from '../../lib/file-text.js';
import type { Sheet } from './drawing.js';
import type { Scene } from './scene.js';
import { hasMask } from './code.js';
import { fixed } from '../../lib/numbers.js';

/** In px: a little more than in the widest of the usual fonts. */
const letterWidth = 6.8;

/** How to read the picture, in its own units. @return where it ends */
export function drawKey(
  sheet: Sheet,
  { run, layout, words, limit }: Scene,
  x: number,
  top: number,
): number {
  const { f, t } = layout;
  const { B, T, S, D } = run.sizes;
  const say = words.key;
  const beside = x + Math.max(46, D * f + 12);
  let y = top;
  const line = (text: string, left = beside) => {
    for (const [i, part] of wrapText(text, (layout.width - left) / letterWidth).entries()) {
      if (i > 0) y += 16;
      sheet.text(left, y + 4, [{ text: part }], { size: 12.5 });
    }
    y += 22;
  };
  sheet.text(x, y, [{ text: say.title, look: 'bold' }], { fill: 'ink' });
  y += 22;
  sheet.path(rectangle(x, y - 2, D * f, 4), { fill: 'ink' });
  line(say.numbers(D));
  sheet.path(rectangle(x, y - Math.min(8, t / 2), Math.max(t, 8), t), { fill: 'kept' });
  line(say.token(T, S));
  y += Math.max(0, t - 16);
  if (layout.isCoarse) line(say.coarse, x);
  if (B > 1) {
    sheet.path(rectangle(x, y - 5, 28, 11), { fill: 'kept' });
    sheet.path(`M${x + 4} ${y - 5}v-4h28v11h-4`, { stroke: 'kept', width: 1 });
    line(say.sheets(B));
  }
  line(say.product, x);
  if (run.state.lengths.length > 0) line(say.pale, x);
  if (hasMask(run)) line(say.hidden, x);
  scale(
    sheet,
    x,
    y,
    (level) => ({ signed: level * 2 - 1 }),
    [fixed(-limit, 0), `+${fixed(limit, 0)}`],
    say.score,
  );
  scale(sheet, x, y + 20, (share) => ({ share }), ['0', '1'], say.weight);
  return y + 32;
}

function scale(
  sheet: Sheet,
  x: number,
  y: number,
  paint: (level: number) => Paint,
  [low, high]: readonly [string, string],
  name: string,
) {
  const [left, width, levels] = [x + 26, 100, 16];
  sheet.text(left - 8, y + 4, [{ text: low }], { anchor: 'end', size: 12.5 });
  for (let i = 0; i <= levels; i++) {
    const cell = rectangle(
      left + (i * width) / (levels + 1),
      y - 5,
      width / (levels + 1) + 0.3,
      10,
    );
    sheet.path(cell, { fill: paint(i / levels) });
  }
  sheet.text(left + width + 8, y + 4, [{ text: high }], { size: 12.5 });
  sheet.text(left + width + 36, y + 4, [{ text: name }], { size: 12.5 });
}
