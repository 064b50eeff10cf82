/** Python as a cell has it, in Node: the same NumPy, the same engine. */
import { readFileSync } from 'node:fs';
import createMicroPython from '@micropython/micropython-webassembly-pyscript';
import { load } from 'manyheads';
import { bundled } from '../bundled.mjs';

const glue = import.meta.resolve('@micropython/micropython-webassembly-pyscript');
const wasm = new WebAssembly.Module(readFileSync(new URL('micropython.wasm', glue)));
const { makeSession } = await bundled('elements/cells/python/session.ts');
export const { lessonCells } = await bundled('elements/cells/programs/index.ts');

/** @return what runs a cell and gives what it printed and its error, and what checks it */
export async function startPython() {
  let printed = '';
  const session = await makeSession(createMicroPython, wasm, await load(), (text) => {
    printed += text;
  });
  return {
    run(source, cell = 'cell') {
      printed = '';
      const error = session.run(cell, source);
      return { printed, error };
    },
    check: (source) => session.check(source),
  };
}

/** What each cell of the lesson prints, after those that it needs. */
export async function printedByLesson() {
  const printed = {};
  for (const [id, { code, after }] of lessonCells) {
    const python = await startPython();
    for (const before of after) python.run(lessonCells.get(before).code);
    const given = python.run(code);
    if (given.error) throw new Error(`${id}: ${given.error.trace}`);
    printed[id] = given.printed;
  }
  return printed;
}
