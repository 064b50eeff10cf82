import { fetchFile } from '../../lib/missing-file.js';
import { workerFile } from '../../lib/worker-file.js';
import type { StartPython } from './python/connection.js';
import { startIsolated } from './python/frame.js';

/** These files are next to this one. Bundlers look for exactly these expressions. */
const files = () => ({
  'python-worker.js': new URL(/* @vite-ignore */ './python-worker.js', import.meta.url),
  'manyheads.wasm': new URL(/* @vite-ignore */ './manyheads.wasm', import.meta.url),
  'micropython.wasm': new URL(/* @vite-ignore */ './micropython.wasm', import.meta.url),
});

export const startPython: StartPython = async (trust) => {
  const places = Object.entries(files()).map(([name, beside]) => workerFile(name, beside));
  const [text, ...modules] = await Promise.all(places.map((address) => fetchFile(address)));
  const [coreBytes, pythonBytes] = await Promise.all(modules.map(readBytes));
  const isolated = await startIsolated(trust, await text!.text(), places[0]!);
  return { ...isolated, core: coreBytes!, micropython: pythonBytes! };
};

const readBytes = async (file: Response) => new Uint8Array(await file.arrayBuffer());
