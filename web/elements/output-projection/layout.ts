/** Where the parts of the picture are, in px at the default text size. */
export interface ProjectionLayout {
  readonly cell: number;
  readonly gap: number;
  /** The distance from one cell to the next. */
  readonly pitch: number;
  /** The width of the word beside the heads. */
  readonly label: number;
  /** Above the heads' rows: titles, and the heads side by side. */
  readonly top: number;
  /** The height of one head's row: its block and name, and its rows of W_O. */
  readonly rowHeight: number;
  /** A matrix with as many columns as the output. */
  readonly matrix: number;
  /** Three matrices fit side by side. */
  readonly isWide: boolean;
}

const label = 44;
/** Between two matrices: a sign, and the band of the second one. */
export const between = { sign: 36, band: 8, length: 126 } as const;
/** The title and the bands above the heads side by side. */
export const aboveConcat = 30;

/** Three matrices fit side by side. */
export const isWideFigure = (width: number): boolean => width >= 900;

/** Cells of 9 px where they fit, else as large as there is room for. */
export function layOutProjection(
  width: number,
  { tokens, dModel, dHead }: { tokens: number; dModel: number; dHead: number },
): ProjectionLayout {
  const isWide = isWideFigure(width);
  const { sign, band, length } = between;
  const room = isWide ? (width - label - 2 * (sign + band) - length) / 3 : width - label - band;
  const pitch = Math.max(3, Math.min(9, Math.floor((room + 1) / dModel)));
  const gap = pitch >= 6 ? 1 : 0;
  const rows = Math.max(dHead * pitch, tokens * pitch + 24);
  return {
    ...{ pitch, gap, label, isWide },
    cell: pitch - gap,
    top: aboveConcat + tokens * pitch + 56,
    rowHeight: rows + 16,
    matrix: dModel * pitch - gap,
  };
}
