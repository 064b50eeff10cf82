import type { Engine } from '../../../../emscripten/package/contract.js';
import bridge from './_bridge.py?raw';
import sessionSource from './_session.py?raw';
import { coreModule } from './core-module.js';
import { makeInterpreter, type CreateMicroPython } from './interpreter.js';
import { pythonError, type PythonError } from './service.js';
import inPlace from './_in_place.py?raw';
import manyheads from './manyheads.py?raw';
import alongAxes from './numpy/_along_axes.py?raw';
import dtype from './numpy/_dtype.py?raw';
import functions from './numpy/_functions.py?raw';
import index from './numpy/_index.py?raw';
import init from './numpy/__init__.py?raw';
import joining from './numpy/_joining.py?raw';
import making from './numpy/_making.py?raw';
import missing from './numpy/_missing.py?raw';
import operators from './numpy/_operators.py?raw';
import reductions from './numpy/_reductions.py?raw';
import ndarray from './numpy/_ndarray.py?raw';
import random from './numpy/random.py?raw';

/** Runs cells that share their variables. */
export interface Session {
  /** @param cell  the name of the cell in tracebacks */
  run(cell: string, source: string): PythonError | null;
  /** Runs assertions after a cell. */
  check(source: string): PythonError | null;
}

const files: Readonly<Record<string, string>> = {
  '_bridge.py': bridge,
  '_in_place.py': inPlace,
  '_session.py': sessionSource,
  'manyheads.py': manyheads,
  'numpy/__init__.py': init,
  'numpy/_along_axes.py': alongAxes,
  'numpy/_dtype.py': dtype,
  'numpy/_functions.py': functions,
  'numpy/_index.py': index,
  'numpy/_joining.py': joining,
  'numpy/_making.py': making,
  'numpy/_missing.py': missing,
  'numpy/_ndarray.py': ndarray,
  'numpy/_operators.py': operators,
  'numpy/_reductions.py': reductions,
  'numpy/random.py': random,
};

/** Enough for a lesson's variables, and a limit for a list that grows endlessly. */
const heapBytes = 32 * 2 ** 20;
/** About 150 calls deep. */
const stackBytes = 2 ** 16;

/**
 * Creates a Python session with our NumPy and the engine.
 * @param wasm  MicroPython's module
 * @param write  called with each printed line, and with the rest at the end of a run
 */
export async function makeSession(
  create: CreateMicroPython,
  wasm: WebAssembly.Module,
  engine: Engine,
  write: (text: string) => void,
): Promise<Session> {
  const newline = 10;
  const maxLine = 4096; // a loop may print without line breaks
  const decoder = new TextDecoder();
  let bytes: number[] = [];
  const flush = () => {
    if (bytes.length > 0) write(decoder.decode(Uint8Array.from(bytes), { stream: true }));
    bytes = [];
  };
  const python = await makeInterpreter(
    create,
    wasm,
    { heap: heapBytes, stack: stackBytes },
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`/lib/${name}`, text])),
    (memory) => coreModule(engine, memory),
    (byte) => {
      bytes.push(byte);
      if (byte === newline || bytes.length >= maxLine) flush();
    },
  );
  const run = python.function('_session', 'run');
  const check = python.function('_session', 'check');
  const readError = (answer: string) => {
    flush();
    return pythonError(JSON.parse(answer));
  };
  return {
    run: (cell, source) => readError(run(cell, source)),
    check: (source) => readError(check(source)),
  };
}
