import { inlinedWasm } from '../../lib/inlined-wasm.js';
import type { StartPython } from './python/connection.js';
import { startWithoutCore } from './start-without-core.js';

/** For the single-file page: the worker and both modules are inlined. */
export const startPython: StartPython = async (trust) => ({
  ...(await startWithoutCore(trust)),
  core: await inlinedWasm(),
});
