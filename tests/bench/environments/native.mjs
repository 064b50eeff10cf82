/** Outside the browser: our release build against NumPy, each in a process of one thread. */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repository } from '../../../emscripten/commands/run.mjs';
import { programContestant, programPeak, start } from '../contestants/program.mjs';
import { readInputs } from '../inputs.mjs';
import { measure } from '../measure.mjs';
import { readFile } from 'node:fs/promises';
import { pinning } from './pinning.mjs';

const numpyProgram = fileURLToPath(new URL('../programs/numpy_layers.py', import.meta.url));
const nativeProgram = join(repository, 'build/release/tests/bench/manyheads_bench_native');

export async function openNative({ folder, say }) {
  const native = start([...pinning(), nativeProgram]);
  const programs = [native];
  const contestants = [
    programContestant({
      name: 'manyheads native',
      peer: false,
      program: native,
      folder,
      variants: ours,
    }),
  ];
  const python = pythonWithNumpy();
  let version = 'without NumPy';
  if (python) {
    const numpy = start([...pinning(), python, numpyProgram], oneThread());
    programs.push(numpy);
    version = await numpy.ask('blas');
    contestants.push(
      programContestant({ name: 'NumPy', peer: true, program: numpy, folder, variants: numpys }),
    );
  } else {
    say('NumPy is left out: no python3 in the PATH can import it');
  }
  if (python && !version.includes('openblas'))
    say(`No fair peer: ${version}, which is not OpenBLAS`);
  const limits = { multiplyAdd: () => programPeak(native) };
  return {
    name: 'native',
    kind: 'native',
    version,
    async measure(row, settings) {
      const inputs = await readInputs(row, async (path) => {
        return new Uint8Array(await readFile(join(folder, path))).buffer;
      });
      return measure(row, inputs, contestants, limits, settings);
    },
    close: () => programs.forEach((program) => program.end()),
  };
}

const layerSizes = ({ T, dModel, numHeads, causal }) => [T, dModel, numHeads, Number(causal)];
const productSizes = ({ M, K, N }) => [M, K, N];

const ours = ({ kind, sizes }) =>
  kind === 'layer'
    ? { forward: ['layer', ...layerSizes(sizes)] }
    : { packed: ['product', ...productSizes(sizes)] };

const numpys = ({ kind, sizes }) =>
  kind === 'layer'
    ? {
        batched: ['batched', ...layerSizes(sizes)],
        'a head at a time': ['heads', ...layerSizes(sizes)],
      }
    : { matmul: ['product', ...productSizes(sizes)] };

/** The first python3 of the PATH that has NumPy, or null. */
function pythonWithNumpy() {
  const found = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'python3'));
  return found.find((python) => spawnSync(python, ['-c', 'import numpy']).status === 0) ?? null;
}

/** One thread; and no word to OpenBLAS about which processor to take this one for. */
function oneThread() {
  const { OPENBLAS_CORETYPE, OPENBLAS_L2_SIZE, ...others } = process.env;
  return { ...others, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' };
}
