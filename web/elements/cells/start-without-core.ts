import micropython from '../../../node_modules/@micropython/micropython-webassembly-pyscript/micropython.wasm?deflated';
import { inflate } from '../../../emscripten/package/inflate.js';
import type { StartPython } from './python/connection.js';
import { startIsolated } from './python/frame.js';
import script from './python-worker.js?script';

/** From inlined files. The page has the core already, so it is not here again. */
export const startWithoutCore = async (trust: Parameters<StartPython>[0]) => ({
  ...(await startIsolated(trust, script, null)),
  micropython: await inflate(micropython),
});
