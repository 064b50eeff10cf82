import micropython from '../../../node_modules/@micropython/micropython-webassembly-pyscript/micropython.wasm?url&inline';
import { decodeDataUrl, inlinedWasm } from '../../lib/inlined-wasm.js';
import type { StartPython } from './python/connection.js';
import { startIsolated } from './python/frame.js';
import script from './python-worker.js?script';

/** For the single-file page: the worker and both modules are inlined. */
export const startPython: StartPython = async (trust) => ({
  ...(await startIsolated(trust, script, null)),
  core: inlinedWasm(),
  micropython: decodeDataUrl(micropython),
});
