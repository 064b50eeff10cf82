import { drawMarks, type Drawing } from '../../lib/drawing.js';
import { margin, moveTo, quiet, savedPicture, textAt } from '../../lib/saved-picture.js';

/** Drawings below each other as a file, with question, settings and caption. */
export function memorySvg(
  drawings: readonly Drawing[],
  { question, settings, caption }: Record<'question' | 'settings' | 'caption', string>,
): string {
  let bottom = 108;
  const drawn = drawings.map(({ marks, height }) => {
    const group = moveTo(margin, bottom, drawMarks(marks));
    bottom += height + 32;
    return group;
  });
  return savedPicture({
    ...{ question, caption, bottom: bottom - 32 },
    width: Math.max(...drawings.map(({ width }) => width)) + 2 * margin,
    content: [textAt(margin, 82, settings, `font-size="13" ${quiet}`), ...drawn],
  });
}
