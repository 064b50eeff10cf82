/** Says that it is ready, then answers { row, settings } with { result } or { error }. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import createKernels from '../../../build/wasm/tests/bench/manyheads_bench_kernels.mjs';
import { engine } from '../../package/installed.mjs';
import { contestantsOf } from '../contestants/index.mjs';
import { readInputs } from '../inputs.mjs';
import { measure } from '../measure.mjs';

const folder = process.argv[2];
const core = await createKernels();
const { contestants, limits } = await contestantsOf({ engine, core });

process.on('message', async ({ row, settings }) => {
  try {
    const inputs = await readInputs(row, async (path) => {
      const bytes = await readFile(join(folder, path));
      return new Uint8Array(bytes).buffer;
    });
    const result = await measure(row, inputs, contestants, limits, settings);
    process.send({ result });
  } catch (error) {
    process.send({ error: error.stack });
  }
});
process.send('ready');
