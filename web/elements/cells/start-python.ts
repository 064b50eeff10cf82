import { installedFile } from '../../../emscripten/package/installed-file.js';
import { fetchFile } from '../../lib/missing-file.js';
import type { StartPython } from './python/connection.js';
import { startIsolated } from './python/frame.js';

const script = () => new URL(/* @vite-ignore */ './python-worker.js', import.meta.url);
const core = () => new URL(/* @vite-ignore */ './manyheads.wasm', import.meta.url);
const micropython = () => new URL(/* @vite-ignore */ './micropython.wasm', import.meta.url);

/** These files are next to this one. Bundlers look for exactly these expressions. */
export const startPython: StartPython = async (trust) => {
  const places = [script(), core(), micropython()].map((beside) => installedFile(beside).href);
  const [text, ...modules] = await Promise.all(places.map((address) => fetchFile(address)));
  const [coreBytes, pythonBytes] = await Promise.all(modules.map(readBytes));
  const isolated = await startIsolated(trust, await text!.text(), places[0]!);
  return { ...isolated, core: coreBytes!, micropython: pythonBytes! };
};

const readBytes = async (file: Response) => new Uint8Array(await file.arrayBuffer());
