/** Acts once the next frame is on the screen: what readers wait for comes first. */
export const afterPaint = (act: () => void) => requestAnimationFrame(() => setTimeout(act));
