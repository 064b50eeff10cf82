/** Outside the browser: our release build against NumPy, each in a process of one thread. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repository } from '../../../emscripten/commands/run.mjs';
import { programContestant, programPeak, start } from '../contestants/program.mjs';
import { readInputs } from '../inputs.mjs';
import { measure } from '../measure.mjs';
import { pinning } from './pinning.mjs';

const numpyProgram = fileURLToPath(new URL('../programs/numpy_layers.py', import.meta.url));
const nativeProgram = join(repository, 'build/release/tests/bench/manyheads_bench_native');

export async function openNative({ folder, say }) {
  const native = start([...pinning(), nativeProgram]);
  const contestants = [
    programContestant({
      name: 'manyheads native',
      peer: false,
      program: native,
      folder,
      variants: ours,
    }),
  ];
  const numpy = await startNumpy(say);
  if (numpy) {
    const { program } = numpy;
    contestants.push(
      programContestant({ name: 'NumPy', peer: true, program, folder, variants: numpys }),
    );
  }
  const limits = { multiplyAdd: () => programPeak(native) };
  return {
    name: 'native',
    kind: 'native',
    version: numpy?.version ?? 'without NumPy',
    async measure(row, settings) {
      const inputs = await readInputs(row, async (path) => {
        return new Uint8Array(await readFile(join(folder, path))).buffer;
      });
      return measure(row, inputs, contestants, limits, settings);
    },
    close() {
      native.end();
      numpy?.program.end();
    },
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

/** The program and what it runs on; null, with a word, where there is no NumPy. */
async function startNumpy(say) {
  const python = pythonWithNumpy();
  if (!python) {
    say('NumPy is left out: no python3 of the PATH can import it');
    return null;
  }
  const startWith = async (more) => {
    const program = start([...pinning(), python, numpyProgram], { ...oneThread(), ...more });
    return { program, version: await program.ask('blas') };
  };
  const numpy = await startWith({});
  if (!numpy.version.includes('openblas')) {
    say(`No fair peer: ${numpy.version} is not OpenBLAS`);
  } else if (hasAvx512() && !avx512Kernels.test(numpy.version)) {
    say(`${numpy.version} does not know this processor: it is told to use its AVX-512 kernels`);
    numpy.program.end();
    const told = await startWith({ OPENBLAS_CORETYPE: 'SkylakeX' });
    return { ...told, version: `${told.version} (told; chose ${numpy.version.split(' ').at(-1)})` };
  }
  return numpy;
}

/** The first python3 of the PATH that has NumPy, or null. */
function pythonWithNumpy() {
  const found = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'python3'));
  return found.find((python) => spawnSync(python, ['-c', 'import numpy']).status === 0) ?? null;
}

/** One thread; and nobody's word to OpenBLAS about which processor this is. */
function oneThread() {
  const { OPENBLAS_CORETYPE, OPENBLAS_L2_SIZE, ...others } = process.env;
  return { ...others, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' };
}

/**
 * An OpenBLAS takes processors newer than itself for the oldest (0.3.21 an Emerald Rapids for a
 * Prescott: 40 GFLOP/s instead of 203), which would flatter us.
 */
const avx512Kernels = /SkylakeX|Cooperlake|SapphireRapids|Zen/i;

function hasAvx512() {
  try {
    return readFileSync('/proc/cpuinfo', 'utf8').includes('avx512f');
  } catch {
    return false; // no Linux
  }
}
