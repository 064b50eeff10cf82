import { drawMarks, type Drawing } from '../../lib/drawing.js';
import { margin, moveTo, savedPicture } from '../../lib/saved-picture.js';

/** The bands of the picture below each other, as a file, with question, caption and seed. */
export function pipelineSvg(
  bands: readonly Drawing[],
  texts: Record<'question' | 'caption' | 'note', string>,
): string {
  let bottom = 84;
  const content = bands.map(({ marks, height }) => {
    const group = moveTo(margin, bottom, drawMarks(marks));
    bottom += height;
    return group;
  });
  const width = Math.max(...bands.map((band) => band.width)) + 2 * margin;
  return savedPicture({ ...texts, width, bottom, content });
}
