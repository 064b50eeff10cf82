/** How large a map's cells are, and how many maps stand abreast, for a container's width. */

export interface CellLayout {
  readonly cell: number;
  readonly gap: number;
  /** Width kept for the labels of the rows. */
  readonly label: number;
}
export interface MapsLayout extends CellLayout {
  /** 'tabs': all maps small, and one of them large. */
  readonly mode: 'abreast' | 'tabs';
  readonly columns: number;
}

const largestCell = 48;
/** Below this a map abreast would show less than a small one beside a large one. */
const smallestAbreast = 16;
const between = 40;
/** A container narrower than this holds one column. */
const narrow = 560;
const letter = 7;
/** A map taller than this could not be seen at once. */
const widestAlone = 760;

const gapFor = (cell: number) => (cell >= 24 ? 2 : cell >= 8 ? 1 : 0);

/** The largest cells with which `columns` of them and the labels fit `width`. */
export function fitCells(width: number, columns: number, longestLabel: number): CellLayout {
  const label = Math.min(Math.max(longestLabel * letter + 10, 28), Math.max(36, width / 5), 84);
  for (const gap of [2, 1, 0]) {
    const cell = Math.floor((width - label + gap) / columns) - gap;
    if (cell >= 1 && gapFor(cell) >= gap) {
      if (cell > largestCell) return { cell: largestCell, gap, label };
      const rest = width - columns * (cell + gap) + gap;
      return { cell, gap, label: Math.min(rest, label + 16) };
    }
  }
  return { cell: 1, gap: 0, label };
}

export function layOutMaps(
  width: number,
  heads: number,
  tokens: number,
  longestLabel: number,
): MapsLayout {
  if (width >= narrow) {
    for (const abreast of width >= 1000 ? [4, 2, 1] : [2, 1]) {
      const columns = Math.min(abreast, heads);
      const room = (width - between * (columns - 1)) / columns;
      const cells = fitCells(room, tokens, longestLabel);
      const isSingle = columns === 1 && heads > 1;
      if (!isSingle && cells.cell >= smallestAbreast) return { ...cells, columns, mode: 'abreast' };
    }
  }
  const cells = fitCells(Math.min(width, widestAlone), tokens, longestLabel);
  return { ...cells, columns: 1, mode: heads > 1 ? 'tabs' : 'abreast' };
}
