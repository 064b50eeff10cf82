/** All contestants that run in JavaScript. */
import { kernels, limits } from './kernels.mjs';
import { manyheads } from './manyheads.mjs';
import { onnxruntime } from './onnxruntime.mjs';
import { plainJavaScript } from './plain-javascript.mjs';
import { tensorflow } from './tensorflow.mjs';

/**
 * @param engine  the published package's
 * @param core    the module of programs/kernels.cpp
 * @param files   where the peers' .wasm files are, for browsers
 */
export async function contestantsOf({ engine, core, files = {} }) {
  return {
    contestants: [
      kernels(core),
      manyheads(engine),
      onnxruntime(files.onnxruntime),
      await tensorflow(files.tensorflow),
      plainJavaScript,
    ],
    limits: limits(core),
  };
}
