/** Where the elements are a plain script: what the second script has left on the page. */
type Parts = typeof import('./parts.js');

const { manyheadsCells } = globalThis as { manyheadsCells?: Parts };
if (!manyheadsCells) throw new Error('manyheads-cells.iife.js must stand before manyheads.iife.js');

export const { lessonCells, makeEditor, startPython } = manyheadsCells;
