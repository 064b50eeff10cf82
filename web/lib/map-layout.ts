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
/** A cell shows its number from this size on. */
export const roomForNumber = 32;
/** How far the row in question is from its neighbours. */
export const pullOf = (cell: number): number => (cell >= 12 ? 6 : 2);
/** Below this a map abreast would show less than a small one beside a large one. */
const smallestAbreast = 16;
/** Maps abreast grow no taller than this, or than cells with numbers need. */
const heightAbreast = 216;
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

/** @param numbers  every cell is to have room for its number, also if fewer maps are abreast */
export function layOutMaps(
  width: number,
  heads: number,
  tokens: number,
  longestLabel: number,
  numbers = false,
): MapsLayout {
  const abreast = width < narrow ? [] : width >= 1000 ? [4, 2, 1] : [2, 1];
  for (const smallest of numbers ? [roomForNumber, smallestAbreast] : [smallestAbreast]) {
    for (const most of abreast) {
      const columns = Math.min(most, heads);
      const room = (width - between * (columns - 1)) / columns;
      const cells = capped(fitCells(room, tokens, longestLabel), tokens);
      const isTooFew = columns === 1 && heads > 1 && smallest < roomForNumber;
      if (!isTooFew && cells.cell >= smallest) return { ...cells, columns, mode: 'abreast' };
    }
  }
  const cells = fitCells(Math.min(width, widestAlone), tokens, longestLabel);
  return { ...cells, columns: 1, mode: heads > 1 ? 'tabs' : 'abreast' };
}

function capped(layout: CellLayout, tokens: number): CellLayout {
  const most = Math.max(roomForNumber + 2, Math.floor(heightAbreast / tokens));
  return { ...layout, cell: Math.min(layout.cell, most) };
}
