/** The cell size of heat maps and how many fit side by side, for a container's width. */

export interface CellLayout {
  readonly cell: number;
  readonly gap: number;
  /** Width of the row labels. */
  readonly label: number;
}
export interface MapsLayout extends CellLayout {
  /** 'abreast': side by side. 'tabs': all maps small, and one of them large. */
  readonly mode: 'abreast' | 'tabs';
  readonly columns: number;
}

const largestCell = 48;
/** From this size on, a cell shows its number. */
export const roomForNumber = 32;
/** The gap above and below the current row. */
export const pullGap = (cell: number): number => (cell >= 12 ? 6 : 2);
/** With smaller cells than this, tabs show more. */
const smallestAbreast = 16;
/** Maps side by side are at most this high, unless cells with numbers need more. */
const heightAbreast = 216;
const mapGap = 40;
/** A container narrower than this has no maps side by side. */
const narrowContainer = 560;
const letterWidth = 7;
/** A larger map would not fit on the screen. */
const widestAlone = 760;

const gapFor = (cell: number) => (cell >= 24 ? 2 : cell >= 8 ? 1 : 0);

/** The largest cells so that the labels and `columns` cells fit into `width`. */
export function fitCells(width: number, columns: number, longestLabel: number): CellLayout {
  const label = Math.min(
    Math.max(longestLabel * letterWidth + 10, 28),
    Math.max(36, width / 5),
    84,
  );
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

/** @param numbers  prefer cells that have room for their number to more maps side by side */
export function layOutMaps(
  width: number,
  heads: number,
  tokens: number,
  longestLabel: number,
  numbers = false,
): MapsLayout {
  const abreast = width < narrowContainer ? [] : width >= 1000 ? [4, 2, 1] : [2, 1];
  for (const smallest of numbers ? [roomForNumber, smallestAbreast] : [smallestAbreast]) {
    for (const most of abreast) {
      const columns = Math.min(most, heads);
      const room = (width - mapGap * (columns - 1)) / columns;
      const cells = limitHeight(fitCells(room, tokens, longestLabel), tokens);
      const isTooFew = columns === 1 && heads > 1 && smallest < roomForNumber;
      if (!isTooFew && cells.cell >= smallest) return { ...cells, columns, mode: 'abreast' };
    }
  }
  const cells = fitCells(Math.min(width, widestAlone), tokens, longestLabel);
  return { ...cells, columns: 1, mode: heads > 1 ? 'tabs' : 'abreast' };
}

function limitHeight(layout: CellLayout, tokens: number): CellLayout {
  const most = Math.max(roomForNumber + 2, Math.floor(heightAbreast / tokens));
  return { ...layout, cell: Math.min(layout.cell, most) };
}
