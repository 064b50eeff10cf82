import { installedFile } from '../../emscripten/package/installed-file.js';
import { configuration } from './configure.js';
import { startWorker } from './trusted.js';
import type { StartedWorker } from './worker.js';

/**
 * The address of a file that workers need.
 * @param beside  its address next to the module that asks for it, unless `configure` has a folder
 */
export function workerFile(name: string, beside: URL): string {
  const { workers } = configuration;
  if (workers === undefined) return installedFile(beside).href;
  const folder = new URL(workers, document.baseURI);
  folder.pathname = folder.pathname.replace(/\/?$/u, `/${name}`);
  return folder.href;
}

export function startFile(name: string, beside: URL): StartedWorker {
  const script = workerFile(name, beside);
  return { worker: startWorker(script), script };
}
