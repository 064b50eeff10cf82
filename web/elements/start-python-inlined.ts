import micropython from '../../node_modules/@micropython/micropython-webassembly-pyscript/micropython.wasm?url&inline';
import { bytesOf, inlinedWasm } from '../lib/inlined-wasm.js';
import PythonWorker from './python-worker.js?worker&inline';
import type { StartedPython } from './start-python.js';

/** Where all is in one file, the worker and its two modules are too. */
export const startPython = (): StartedPython => ({
  worker: new PythonWorker(),
  wasm: inlinedWasm(),
  micropython: bytesOf(micropython),
});
