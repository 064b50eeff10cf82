/** For the plain-script build: the parts from the second script, in a global variable. */
import { inlinedWasm } from '../../lib/inlined-wasm.js';
import type { StartPython } from './python/connection.js';

const { manyheadsCells } = globalThis as {
  manyheadsCells?: typeof import('./parts-of-second-script.js');
};
if (!manyheadsCells)
  throw new Error('manyheads-cells.iife.js must be loaded before manyheads.iife.js');

export const { lessonCells, makeEditor } = manyheadsCells;
export const startPython: StartPython = async (trust) => ({
  ...(await manyheadsCells.startWithoutCore(trust)),
  core: await inlinedWasm(),
});
