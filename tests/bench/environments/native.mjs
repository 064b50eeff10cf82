/** Outside the browser: our release build against NumPy and PyTorch, each a process of one thread. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repository } from '../../../emscripten/commands/run.mjs';
import { programContestant, programPeak, start } from '../contestants/program.mjs';
import { readInputs } from '../inputs.mjs';
import { measure } from '../measure.mjs';
import { checkedSteps, stepsPerRun, trainingSeed } from '../training-run.mjs';
import { pinning } from './pinning.mjs';

const programOf = (name) => fileURLToPath(new URL(`../programs/${name}`, import.meta.url));
const numpyProgram = programOf('numpy_layers.py');
const torchProgram = programOf('torch_training.py');
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
  const torch = await startTorch(numpy, say);
  if (torch) {
    const { program } = torch;
    contestants.push(
      programContestant({ name: 'PyTorch', peer: true, program, folder, variants: torchs }),
    );
  }
  const limits = { multiplyAdd: () => programPeak(native) };
  return {
    name: 'native',
    kind: 'native',
    version: [numpy?.version ?? 'without NumPy', torch?.version ?? 'without PyTorch'].join('; '),
    async measure(row, settings) {
      const inputs = await readInputs(row, async (path) => {
        return new Uint8Array(await readFile(join(folder, path))).buffer;
      });
      return measure(row, inputs, contestants, limits, settings);
    },
    close() {
      native.end();
      numpy?.program.end();
      torch?.program.end();
    },
  };
}

const layerSizes = ({ T, dModel, numHeads, causal }) => [T, dModel, numHeads, Number(causal)];
const productSizes = ({ M, K, N }) => [M, K, N];

const trainingRun = ({ numHeads }) => [numHeads, trainingSeed, stepsPerRun, checkedSteps];

/** Each one's words for a row's kind, by the variant's name. */
const ours = ({ kind, sizes }) =>
  ({
    layer: () => ({ forward: ['layer', ...layerSizes(sizes)] }),
    product: () => ({ packed: ['product', ...productSizes(sizes)] }),
    training: () => ({ steps: ['training', ...trainingRun(sizes)] }),
  })[kind]();

const numpys = ({ kind, sizes }) =>
  ({
    layer: () => ({
      batched: ['batched', ...layerSizes(sizes)],
      'a head at a time': ['heads', ...layerSizes(sizes)],
    }),
    product: () => ({ matmul: ['product', ...productSizes(sizes)] }),
  })[kind]?.() ?? {};

const torchs = ({ kind, sizes }) =>
  kind === 'training'
    ? { eager: ['eager', ...trainingRun(sizes)], foreach: ['foreach', ...trainingRun(sizes)] }
    : {};

/** The program and what it runs on; null, with a word, where there is no NumPy. */
async function startNumpy(say) {
  const python = pythonWith('numpy');
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
    const words = { OPENBLAS_CORETYPE: 'SkylakeX' };
    const restarted = await startWith(words);
    return {
      ...restarted,
      words,
      version: `${restarted.version} (told; chose ${numpy.version.split(' ').at(-1)})`,
    };
  }
  return numpy;
}

/** PyTorch, whose OpenBLAS gets the same settings as NumPy's. */
async function startTorch(numpy, say) {
  const python = pythonWith('torch');
  if (!python) {
    say('PyTorch is left out: no python3 of the PATH can import it');
    return null;
  }
  const environment = { ...oneThread(), ...numpy?.words };
  const program = start([...pinning(), python, torchProgram], environment);
  return { program, version: await program.ask('version') };
}

/** The first python3 of the PATH that has this module, or null. */
function pythonWith(module) {
  const found = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'python3'));
  return found.find((python) => spawnSync(python, ['-c', `import ${module}`]).status === 0) ?? null;
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
