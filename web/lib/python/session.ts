import type { Engine } from '../../../emscripten/package/contract.js';
import bridge from './_bridge.py?raw';
import sessionSource from './_session.py?raw';
import { coreModule, type Memory } from './core-module.js';
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

/** What is used of MicroPython's npm package, which has no types. */
export interface MicroPython {
  readonly _module: Memory;
  readonly FS: { mkdirTree(path: string): void; writeFile(path: string, text: string): void };
  registerJsModule(name: string, module: object): void;
  pyimport(name: string): unknown;
}
export type LoadMicroPython = (options: {
  url?: string;
  heapsize: number;
  pystack: number;
  linebuffer: boolean;
  stdout: (bytes: Uint8Array) => void;
}) => Promise<MicroPython>;

/** What Python tells of an error. */
export interface PythonError {
  readonly type: string;
  readonly message: string;
  readonly trace: string;
}

/** Cells that share their names, whichever thread they run in. */
export interface Session {
  /** @param cell  names the cell in tracebacks */
  run(cell: string, source: string): PythonError | null;
  /** Asserts, after a run, what the cell promises. */
  check(source: string): PythonError | null;
}

const files: Readonly<Record<string, string>> = {
  '_bridge.py': bridge,
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

/** Room for the names of a group: a few hundred heads of a lesson, and an end to a growing list. */
const heapBytes = 32 * 2 ** 20;
/** About 150 calls deep. */
const stackBytes = 2 ** 16;

/**
 * Python with our NumPy and the engine.
 * @param write  is given what is printed, line by line, and what is left at the end of a run
 */
export async function makeSession(
  loadMicroPython: LoadMicroPython,
  url: string | undefined,
  engine: Engine,
  write: (text: string) => void,
): Promise<Session> {
  const newline = 10;
  const longestLine = 4096; // a loop may print without ever ending one
  const decoder = new TextDecoder();
  let bytes: number[] = [];
  const flush = () => {
    if (bytes.length > 0) write(decoder.decode(Uint8Array.from(bytes), { stream: true }));
    bytes = [];
  };
  const python = await loadMicroPython({
    ...(url === undefined ? {} : { url }),
    heapsize: heapBytes,
    pystack: stackBytes,
    linebuffer: false,
    stdout(given) {
      bytes.push(...given);
      if (bytes.at(-1) === newline || bytes.length >= longestLine) flush();
    },
  });
  python.FS.mkdirTree('/lib/numpy');
  for (const [name, text] of Object.entries(files)) python.FS.writeFile(`/lib/${name}`, text);
  python.registerJsModule('_core', coreModule(engine, python._module));
  const session = python.pyimport('_session') as {
    run(cell: string, source: string): string;
    check(source: string): string;
  };
  const told = (answer: string) => {
    flush();
    return JSON.parse(answer) as PythonError | null;
  };
  return {
    run: (cell, source) => told(session.run(cell, source)),
    check: (source) => told(session.check(source)),
  };
}
