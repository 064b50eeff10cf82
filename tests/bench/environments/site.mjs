/** The pages that Chromium measures in, and the server of what they load. */
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { repository } from '../../../emscripten/commands/run.mjs';
import { serve } from '../../../emscripten/commands/serve.mjs';
import { installed } from '../../package/installed.mjs';
import { coldPages } from '../cold/pages.mjs';

const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const site = join(repository, 'build/bench/site');

export const wasmFiles = {
  'onnxruntime-web': here('node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm'),
  tfjs: here('node_modules/@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm'),
};

/** The bundled script of a page: what a site that uses this contestant would send. */
export const scriptOf = (page) => join(site, `${page}.js`);

/** Bundles the pages' scripts and serves them. @return the address */
export async function openSite(data) {
  rmSync(site, { recursive: true, force: true });
  mkdirSync(site, { recursive: true });
  writeFileSync(join(site, 'favicon.ico'), ''); // browsers ask for it unasked
  symlinkSync(data, join(site, 'data'));
  cpSync(join(installed, 'dist'), join(site, 'manyheads'), { recursive: true });
  for (const file of Object.values(wasmFiles))
    symlinkSync(file, join(site, file.split('/').at(-1)));
  const kernels = join(repository, 'build/wasm/tests/bench/manyheads_bench_kernels.wasm');
  symlinkSync(kernels, join(site, kernels.split('/').at(-1)));

  await addPage('measure', here('environments/measure-page.mjs'));
  await addPage('solved-run', here('solved-run/page.mjs'));
  await bundle('solved-run-worker', here('solved-run/worker.mjs'));
  for (const name of coldPages) await addPage(`cold-${name}`, here(`cold/${name}.mjs`));
  delete process.env.PORT; // at the next one that is free
  return serve(site);
}

const bundle = (name, entry) =>
  build({
    input: entry,
    platform: 'browser',
    resolve: { alias: { 'onnxruntime-web': 'onnxruntime-web/wasm' } }, // without its other back ends
    external: /^\/manyheads\//, // as it is published
    logLevel: 'silent', // what the peers' sources are warned of
    output: { file: scriptOf(name), format: 'es', minify: true },
  });

async function addPage(name, entry) {
  await bundle(name, entry);
  writeFileSync(
    join(site, `${name}.html`),
    `<!doctype html>
<meta charset="utf-8">
<title>${name}</title>
<script>globalThis.started = performance.now();</script>
<script type="module" src="./${name}.js"></script>
`,
  );
}
