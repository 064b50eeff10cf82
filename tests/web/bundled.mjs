import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { quizFormulas } from '../../emscripten/package/quiz-formulas.mjs';
import { rawText } from '../../emscripten/package/raw-text.mjs';

/** Imports a TypeScript module of web/. Node 20 reads none, so it is bundled, in memory. */
export async function bundled(path) {
  const input = fileURLToPath(new URL(`../../web/${path}`, import.meta.url));
  const bundle = await rolldown({ input, platform: 'node', plugins: [rawText(), quizFormulas()] });
  const { output } = await bundle.generate({ format: 'es', codeSplitting: false });
  await bundle.close();
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
}
