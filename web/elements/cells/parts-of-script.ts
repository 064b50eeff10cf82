/** For the plain-script build: the parts from the second script, in a global variable. */
type Parts = typeof import('./parts.js');

const { manyheadsCells } = globalThis as { manyheadsCells?: Parts };
if (!manyheadsCells) throw new Error('manyheads-cells.iife.js must stand before manyheads.iife.js');

export const { lessonCells, makeEditor, startPython } = manyheadsCells;
