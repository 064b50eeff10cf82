import { fitCells, type CellLayout } from '../../lib/map-layout.js';

/** The sizes of the picture for a container's width, in px at the default text size. */
export interface MasksLayout {
  /** Editor and maps side by side; maps two by two; one map, chosen by tabs. */
  readonly mode: 'abreast' | 'stacked' | 'tabs';
  readonly editor: CellLayout;
  readonly map: CellLayout;
}

const largest = { editor: 44, map: 34 };
/** The column of sums at a map's right. */
export const sumsWidth = 48;
/** The editor is as wide as this, also with few keys, for the text below it. */
const besideMaps = 336;
const between = { maps: 24, editor: 84 };

export function layOutMasks(
  width: number,
  { keys, longest }: { keys: number; longest: number },
): MasksLayout {
  const mode = width >= 1000 ? 'abreast' : width >= 620 ? 'stacked' : 'tabs';
  const editorRoom = mode === 'abreast' ? besideMaps : width;
  const editor = limited(fitCells(editorRoom, keys, longest), largest.editor);
  const maps =
    mode === 'abreast'
      ? width - Math.max(besideMaps, editorWidth(editor, keys)) - between.editor
      : width;
  const room = mode === 'tabs' ? maps : (maps - between.maps) / 2;
  const map = limited(fitCells(room - sumsWidth, keys, longest), largest.map);
  return { mode, editor, map };
}

const limited = (layout: CellLayout, cell: number): CellLayout => ({
  ...layout,
  cell: Math.min(layout.cell, cell),
});

const editorWidth = ({ cell, gap, label }: CellLayout, keys: number) => label + keys * (cell + gap);
