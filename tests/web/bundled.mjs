import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { quizFormulas } from '../../emscripten/package/quiz-formulas.mjs';
import { rawText } from '../../emscripten/package/raw-text.mjs';

/** The built package instead of its sources. Tests load its engine, whose errors are its classes. */
const onePackage = {
  name: 'one-package',
  resolveId: (id) =>
    id.endsWith('/emscripten/package/index.js')
      ? { id: import.meta.resolve('manyheads'), external: true }
      : null,
};

/** Imports a TypeScript module of web/. Node 20 reads none, so it is bundled, in memory. */
export async function bundled(path) {
  const input = fileURLToPath(new URL(`../../web/${path}`, import.meta.url));
  const plugins = [onePackage, rawText(), quizFormulas()];
  const bundle = await rolldown({ input, platform: 'node', plugins });
  const { output } = await bundle.generate({ format: 'es', codeSplitting: false });
  await bundle.close();
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
}
