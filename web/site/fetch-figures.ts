type Figures = typeof import('./figures.js');
let figures: Promise<Figures> | undefined;
let fetched: Figures | undefined;

/** @return once they are defined; null where they cannot be fetched: their text in HTML stays */
export async function fetchFigures(): Promise<Figures | null> {
  try {
    return (fetched = await (figures ??= import('./figures.js')));
  } catch {
    figures = undefined; // the next page tries again
    return null;
  }
}

/** What has been fetched so far. */
export const fetchedFigures = (): Figures | undefined => fetched;
